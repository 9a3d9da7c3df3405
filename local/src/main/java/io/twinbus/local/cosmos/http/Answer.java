package io.twinbus.local.cosmos.http;

/** What happens to a reply: it is sent, or a fault takes it. */
public record Answer(Delivery delivery, Reply reply) {
  /** The ways in which a request ends. */
  public enum Delivery {
    SEND,
    /** The connection closes without a reply. */
    DROP,
    /** Nothing is ever sent. */
    HANG
  }

  /** An error that is sent. */
  public static Answer refused(int status, String message) {
    return new Answer(Delivery.SEND, Reply.error(status, message));
  }
}
