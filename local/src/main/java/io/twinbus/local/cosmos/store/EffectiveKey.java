package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The place of a partition key in the range from "" to "FF", as clients compute it for keys of
 * version 2: the hash of each of its values in hex digits, one after the other.
 */
final class EffectiveKey {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final int UNDEFINED = 0x00;
  private static final int NULL = 0x01;
  private static final int FALSE = 0x02;
  private static final int TRUE = 0x03;
  private static final int NUMBER = 0x05;
  private static final int STRING = 0x08;
  private static final int END_OF_STRING = 0xFF;

  private EffectiveKey() {}

  static String of(PartitionKey key) {
    StringBuilder place = new StringBuilder();
    for (JsonNode value : key.values()) {
      byte[] hash = MurmurHash.of128Bits(encoded(value));
      hash[0] &= 0x3F;
      place.append(HEX.formatHex(hash));
    }
    return place.toString();
  }

  private static byte[] encoded(JsonNode value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (value.isTextual()) {
      bytes.write(STRING);
      bytes.writeBytes(value.textValue().getBytes(StandardCharsets.UTF_8));
      bytes.write(END_OF_STRING);
    } else if (value.isNumber()) {
      bytes.write(NUMBER);
      bytes.writeBytes(
          ByteBuffer.allocate(Double.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putDouble(value.doubleValue())
              .array());
    } else if (value.isBoolean()) {
      bytes.write(value.booleanValue() ? TRUE : FALSE);
    } else {
      bytes.write(value.isNull() ? NULL : UNDEFINED);
    }
    return bytes.toByteArray();
  }
}
