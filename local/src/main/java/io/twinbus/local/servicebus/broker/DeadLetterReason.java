package io.twinbus.local.servicebus.broker;

import java.util.Map;

/** Why the broker itself dead-letters a message, in the service's own words. */
final class DeadLetterReason {
  private static final String REASON = "DeadLetterReason";
  private static final String DESCRIPTION = "DeadLetterErrorDescription";

  private DeadLetterReason() {}

  static Map<String, Object> deliveredTooOften(int times) {
    return Map.of(
        REASON,
        "MaxDeliveryCountExceeded",
        DESCRIPTION,
        "Message could not be consumed after " + times + " delivery attempts.");
  }

  static Map<String, Object> sessionIdMissing() {
    return Map.of(
        REASON,
        "Session ID is null",
        DESCRIPTION,
        "A message without session id came to a subscription that requires sessions.");
  }

  static Map<String, Object> expired() {
    return Map.of(
        REASON, "TTLExpiredException", DESCRIPTION, "The message expired and was dead lettered.");
  }
}
