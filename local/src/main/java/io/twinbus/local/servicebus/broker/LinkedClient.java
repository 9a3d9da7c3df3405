package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.Refusal;

/** A client at the other end of a link, as far as the broker can end that link. */
public interface LinkedClient {

  /**
   * Its link is over: its session lock ran out, or the entity was changed, closed or deleted.
   *
   * <p>A note only: to be remembered and acted on later in the same turn, since the entity is in
   * the middle of a change.
   */
  void detached(Refusal why);
}
