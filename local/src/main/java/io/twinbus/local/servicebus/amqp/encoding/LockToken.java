package io.twinbus.local.servicebus.amqp.encoding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/** A lock token as a delivery tag: a GUID in .NET byte order, its first three groups reversed. */
public final class LockToken {
  private LockToken() {}

  /** The tag of a lock. */
  public static byte[] toTag(UUID token) {
    long high = token.getMostSignificantBits();
    return ByteBuffer.allocate(16)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) (high >>> 32))
        .putShort((short) (high >>> 16))
        .putShort((short) high)
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(token.getLeastSignificantBits())
        .array();
  }
}
