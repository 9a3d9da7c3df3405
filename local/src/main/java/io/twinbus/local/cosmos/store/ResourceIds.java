package io.twinbus.local.cosmos.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/**
 * The service's opaque resource ids: 4 bytes for a database, 8 for a container, 16 for an item, in
 * its own base64.
 */
public final class ResourceIds {
  private ResourceIds() {}

  static String database(int number) {
    return text(databaseBytes(number).array());
  }

  static String container(int database, int number) {
    return text(containerBytes(database, number).array());
  }

  static String item(int database, int container, long number) {
    ByteBuffer bytes = ByteBuffer.allocate(16).put(containerBytes(database, container).array());
    return text(bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(number).array());
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
    return ByteBuffer.allocate(8).put(databaseBytes(database).array()).putInt(number | 0x8000_0000);
  }

  private static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes).replace('/', '-');
  }
}
