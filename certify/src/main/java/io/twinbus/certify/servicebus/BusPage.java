package io.twinbus.certify.servicebus;

/** Where Microsoft says how Service Bus works. */
final class BusPage {

  private static final String ROOT = "https://learn.microsoft.com/azure/service-bus-messaging/";

  static final String SESSIONS = ROOT + "message-sessions";
  static final String SEQUENCING = ROOT + "message-sequencing";
  static final String SETTLEMENT = ROOT + "message-transfers-locks-settlement";
  static final String BROWSING = ROOT + "message-browsing";
  static final String DEAD_LETTERS = ROOT + "service-bus-dead-letter-queues";
  static final String DUPLICATES = ROOT + "duplicate-detection";
  static final String REQUESTS = ROOT + "service-bus-amqp-request-response";
  static final String PREFETCH = ROOT + "service-bus-performance-improvements";
  static final String IDLE = ROOT + "service-bus-amqp-troubleshoot";

  private BusPage() {}
}
