package io.twinbus.local.cosmos.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.OptionalLong;

/**
 * The service's opaque resource ids: 4 bytes for a database, 8 for a container, 16 for an item, in
 * its own base64.
 */
public final class ResourceIds {
  private static final int CONTAINER_BYTES = 8;
  private static final int ITEM_BYTES = 16;

  private ResourceIds() {}

  static String database(int number) {
    return text(databaseBytes(number).array());
  }

  static String container(int database, int number) {
    return text(containerBytes(database, number).array());
  }

  static String item(int database, int container, long number) {
    ByteBuffer bytes =
        ByteBuffer.allocate(ITEM_BYTES).put(containerBytes(database, container).array());
    return text(bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(number).array());
  }

  /** The number of the item that has this id in this container; empty if it is none. */
  static OptionalLong itemNumber(int database, int container, String resourceId) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(resourceId.replace('-', '/')));
      boolean here =
          bytes.remaining() == ITEM_BYTES
              && containerBytes(database, container).flip().equals(bytes.slice(0, CONTAINER_BYTES));
      return here
          ? OptionalLong.of(bytes.order(ByteOrder.LITTLE_ENDIAN).getLong(CONTAINER_BYTES))
          : OptionalLong.empty();
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * The service's ids of offers have 3 bytes; the top bit tells a database's from a container's.
   */
  public static String offer(boolean ofDatabase, int number) {
    int bits = (ofDatabase ? 0x80_0000 : 0) | (number & 0x7f_ffff);
    return text(new byte[] {(byte) (bits >> 16), (byte) (bits >> 8), (byte) bits});
  }

  private static ByteBuffer databaseBytes(int number) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number);
  }

  private static ByteBuffer containerBytes(int database, int number) {
    // The top bit of the fifth byte tells clients a container from a user.
    return ByteBuffer.allocate(CONTAINER_BYTES)
        .put(databaseBytes(database).array())
        .putInt(number | 0x8000_0000);
  }

  private static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes).replace('/', '-');
  }
}
