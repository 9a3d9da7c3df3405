package io.twinbus.local.cosmos.gateway;

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
}
