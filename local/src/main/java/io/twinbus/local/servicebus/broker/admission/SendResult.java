package io.twinbus.local.servicebus.broker.admission;

import java.util.List;

/** The answer to a send: all messages of it are there, or none is. */
public sealed interface SendResult {

  /**
   * All are there.
   *
   * @param sequenceNumbers their numbers, in the order of the send
   */
  record Accepted(List<Long> sequenceNumbers) implements SendResult {}

  /**
   * None is there.
   *
   * @param refusal why
   */
  record Refused(Refusal refusal) implements SendResult {}
}
