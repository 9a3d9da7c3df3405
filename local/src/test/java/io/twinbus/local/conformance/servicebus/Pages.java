package io.twinbus.local.conformance.servicebus;

/** The public pages that state the rules. */
final class Pages {
  private static final String ROOT = "https://learn.microsoft.com/azure/service-bus-messaging/";

  static final String SETTLEMENT = ROOT + "message-transfers-locks-settlement";
  static final String SESSIONS = ROOT + "message-sessions";
  static final String SEQUENCING = ROOT + "message-sequencing";
  static final String EXPIRATION = ROOT + "message-expiration";
  static final String DEAD_LETTERS = ROOT + "service-bus-dead-letter-queues";
  static final String DEFERRAL = ROOT + "message-deferral";
  static final String PEEKING = ROOT + "message-browsing";
  static final String PAYLOADS = ROOT + "service-bus-messages-payloads";
  static final String ERRORS = ROOT + "service-bus-messaging-exceptions-latest";
  static final String QUOTAS = ROOT + "service-bus-quotas";
  static final String REQUESTS = ROOT + "service-bus-amqp-request-response";
  static final String PROTOCOL = ROOT + "service-bus-amqp-protocol-guide";

  private Pages() {}
}
