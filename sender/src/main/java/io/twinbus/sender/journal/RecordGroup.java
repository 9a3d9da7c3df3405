package io.twinbus.sender.journal;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The encoding of records that are written, and read back, together or not at all: a mark, the
 * length of the body, the checksum (CRC-32C) of length and body, the body.
 */
final class RecordGroup {

  static final int HEADER = 12;
  static final int MARK = 0x7b4a524e;

  private RecordGroup() {}

  static ByteBuffer of(List<? extends JournalRecord> records) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(body)) {
      for (JournalRecord record : records) {
        RecordCodec.write(record, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] bytes = body.toByteArray();
    return ByteBuffer.allocate(HEADER + bytes.length)
        .putInt(MARK)
        .putInt(bytes.length)
        .putInt(checksum(bytes))
        .put(bytes)
        .flip();
  }

  /** Whether a whole group begins at {@code at} of {@code segment}. */
  static boolean isWholeAt(byte[] segment, int at) {
    if (segment.length - at < HEADER) {
      return false;
    }
    ByteBuffer header = ByteBuffer.wrap(segment, at, HEADER);
    if (header.getInt() != MARK) {
      return false;
    }
    int length = header.getInt();
    if (length <= 0 || length > segment.length - at - HEADER) {
      return false;
    }
    return header.getInt() == checksum(segment, at + HEADER, length);
  }

  static int lengthAt(byte[] segment, int at) {
    return ByteBuffer.wrap(segment).getInt(at + 4);
  }

  static boolean isBody(byte[] body, int checksum) {
    return checksum(body) == checksum;
  }

  private static int checksum(byte[] body) {
    return checksum(body, 0, body.length);
  }

  private static int checksum(byte[] bytes, int from, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(4).putInt(length).flip());
    checksum.update(bytes, from, length);
    return (int) checksum.getValue();
  }
}
