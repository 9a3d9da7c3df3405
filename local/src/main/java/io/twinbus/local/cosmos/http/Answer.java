package io.twinbus.local.cosmos.http;

/**
 * What happens to a reply: it is sent, or a fault takes it.
 *
 * @param lateMillis how much later than it is ready it is sent
 */
public record Answer(Delivery delivery, Reply reply, int lateMillis) {
  /** The ways in which a request ends. */
  public enum Delivery {
    SEND,
    /** The connection closes without a reply. */
    DROP,
    /** Nothing is ever sent. */
    HANG
  }

  /** A reply that is sent at once. */
  public static Answer sent(Reply reply) {
    return new Answer(Delivery.SEND, reply, 0);
  }

  /** A reply that is sent so much later. */
  public static Answer late(Reply reply, int millis) {
    return new Answer(Delivery.SEND, reply, millis);
  }

  /** A reply that a fault takes. */
  public static Answer taken(Delivery delivery) {
    return new Answer(delivery, Reply.empty(503), 0);
  }

  /** An error that is sent. */
  public static Answer refused(int status, String message) {
    return sent(Reply.error(status, message));
  }
}
