package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.Refusal;

/** The answer to a consumer that wants to receive. */
public sealed interface AcceptResult {

  /**
   * It may receive.
   *
   * @param attachment its place, to take from and to detach
   */
  record Granted(Attachment attachment) implements AcceptResult {}

  /** It will be told by {@link Consumer#sessionGranted} or {@link Consumer#acceptTimedOut}. */
  record Waiting() implements AcceptResult {}

  /**
   * It may not.
   *
   * @param refusal why
   */
  record Refused(Refusal refusal) implements AcceptResult {}
}
