package io.twinbus.local.storage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of the log.
 *
 * <pre>
 * file:  magic (8) · format version (4) · group*
 * group: length of the body (4) · CRC of the body (4) · CRC of these 8 bytes (4) · body
 * body:  entry*
 * entry: 1 · map id (4) · name                  a map gets its name
 *        2 · map id (4) · key · length · value  a value is stored
 *        3 · map id (4) · key                   a value is removed
 *        4 · map id (4) · nothing (4)           all values of a map are removed
 * name, key: length (4) · UTF-8
 * </pre>
 *
 * <p>The header has a checksum of its own, so that a damaged length is not taken for a group that
 * was cut off at the end of the file.
 */
final class LogFormat {
  static final int VERSION = 1;
  static final int FILE_HEADER_BYTES = 12;
  static final int GROUP_HEADER_BYTES = 12;
  static final byte NAME_MAP = 1;
  static final byte PUT = 2;
  static final byte REMOVE = 3;
  static final byte CLEAR = 4;

  private static final byte[] MAGIC = "twinbus\n".getBytes(StandardCharsets.US_ASCII);
  private static final int FIRST_BYTES = 1 << 16;

  private LogFormat() {}

  static ByteBuffer fileHeader() {
    return ByteBuffer.allocate(FILE_HEADER_BYTES).put(MAGIC).putInt(VERSION).flip();
  }

  /** The format version of a file; -1 if it is none of ours. */
  static int version(ByteBuffer header) {
    byte[] magic = new byte[MAGIC.length];
    if (header.remaining() < FILE_HEADER_BYTES) {
      return -1;
    }
    header.get(magic);
    return Arrays.equals(magic, MAGIC) ? header.getInt() : -1;
  }

  static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** Builds groups one after the other in one growing buffer. Not thread-safe. */
  static final class Writer {
    private ByteBuffer out = ByteBuffer.allocate(FIRST_BYTES);
    private int groupStart;

    void clear() {
      // One huge group must not hold its memory for ever.
      out = out.capacity() > 64 * FIRST_BYTES ? ByteBuffer.allocate(FIRST_BYTES) : out.clear();
    }

    void beginGroup() {
      groupStart = out.position();
      room(GROUP_HEADER_BYTES);
      out.position(groupStart + GROUP_HEADER_BYTES);
    }

    void endGroup() {
      int body = groupStart + GROUP_HEADER_BYTES;
      int length = out.position() - body;
      out.putInt(groupStart, length);
      out.putInt(groupStart + 4, checksum(out.slice(body, length)));
      out.putInt(groupStart + 8, checksum(out.slice(groupStart, 8)));
    }

    void nameMap(KeptMap map) {
      entry(NAME_MAP, map.id(), map.name());
    }

    /** Writes the change; answers where its value begins, or -1 for a removal. */
    int change(KeptMap map, @Nullable String key, byte @Nullable [] value) {
      if (key == null) {
        entry(CLEAR, map.id(), "");
        return -1;
      }
      if (value == null) {
        entry(REMOVE, map.id(), key);
        return -1;
      }
      entry(PUT, map.id(), key);
      room(4 + value.length);
      out.putInt(value.length);
      int at = out.position();
      out.put(value);
      return at;
    }

    int position() {
      return out.position();
    }

    /** What was written so far, to be read. */
    ByteBuffer written() {
      return out.duplicate().flip();
    }

    private void entry(byte kind, int map, String text) {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      room(9 + encoded.length);
      out.put(kind).putInt(map).putInt(encoded.length).put(encoded);
    }

    private void room(int bytes) {
      if (out.remaining() < bytes) {
        int capacity = Math.max(out.capacity() * 2, out.position() + bytes);
        out = ByteBuffer.allocate(capacity).put(out.flip());
      }
    }
  }
}
