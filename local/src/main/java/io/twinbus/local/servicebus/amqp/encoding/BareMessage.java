package io.twinbus.local.servicebus.amqp.encoding;

/** The bytes of a message from its properties to its end, which reach the receiver unchanged. */
public final class BareMessage {
  private final byte[] bytes;
  private final int beforeApplicationProperties;
  private final int afterApplicationProperties;

  /** Application properties stand, or would stand, between the two places. */
  BareMessage(byte[] bytes, int beforeApplicationProperties, int afterApplicationProperties) {
    this.bytes = bytes;
    this.beforeApplicationProperties = beforeApplicationProperties;
    this.afterApplicationProperties = afterApplicationProperties;
  }

  /** The bytes; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  int beforeApplicationProperties() {
    return beforeApplicationProperties;
  }

  int afterApplicationProperties() {
    return afterApplicationProperties;
  }
}
