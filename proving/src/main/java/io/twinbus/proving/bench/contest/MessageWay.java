package io.twinbus.proving.bench.contest;

/**
 * Carries single messages from a sender to a handler. The implementation tells the caller that made
 * it of each message with which the handler is called.
 */
public interface MessageWay extends AutoCloseable {

  /** Sends a message of {@code session}; does not wait for it. */
  void send(String session, String id);

  @Override
  void close();
}
