package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.util.List;

/** The answer to a request for deferred messages. */
public sealed interface DeferredResult {

  /**
   * All are locked.
   *
   * @param locks one each, in the order asked for
   */
  record Received(List<MessageLock> locks) implements DeferredResult {}

  /**
   * None is.
   *
   * @param refusal why
   */
  record Refused(Refusal refusal) implements DeferredResult {}
}
