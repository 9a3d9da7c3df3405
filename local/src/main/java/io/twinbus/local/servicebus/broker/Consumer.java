package io.twinbus.local.servicebus.broker;

/**
 * A receiving end as the broker sees it; the broker tells it what happened.
 *
 * <p>Notes only: an implementation remembers them and acts later in the same turn. It must not call
 * back into the queue from here, because the queue is in the middle of a change.
 */
public interface Consumer extends LinkedClient {

  /** There may be messages to take. */
  void messagesReady();

  /** The session that it waited for is its own now. */
  void sessionGranted(Attachment attachment);

  /** No session turned up in the time that it was willing to wait. */
  void acceptTimedOut();
}
