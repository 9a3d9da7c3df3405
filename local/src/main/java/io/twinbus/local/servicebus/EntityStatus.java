package io.twinbus.local.servicebus;

/** Which directions of an entity are open. */
public enum EntityStatus {
  /** Both. */
  ACTIVE,
  /** None. */
  DISABLED,
  /** Messages can be received, not sent. */
  SEND_DISABLED,
  /** Messages can be sent, not received. */
  RECEIVE_DISABLED;

  /** Whether the entity takes messages in. */
  public boolean sends() {
    return this == ACTIVE || this == RECEIVE_DISABLED;
  }

  /** Whether the entity gives messages out. */
  public boolean receives() {
    return this == ACTIVE || this == SEND_DISABLED;
  }
}
