package io.twinbus.rehearsal.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of UTF-8 text of a bounded length, with their numbers. Not thread-safe. */
final class LineReader {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final InputStream in;
  private final int maxBytes;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private int position;
  private int limit;
  private long line;

  LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /** The number of the line read last, from 1. */
  long line() {
    return line;
  }

  /** The next line without its line end; null at the end of the input. */
  @Nullable String next() throws IOException {
    line++;
    ByteArrayOutputStream begun = null;
    while (position < limit || fill()) {
      int end = endOfLine();
      boolean whole = end < limit;
      int length = end - position;
      if ((begun == null ? 0 : begun.size()) + length > maxBytes) {
        throw new InputException(
            "Line %d is longer than %d bytes, the most that a message may hold."
                .formatted(line, maxBytes));
      }
      if (begun == null && whole) {
        String text = text(buffer, position, length);
        position = end + 1;
        return text;
      }
      begun = begun == null ? new ByteArrayOutputStream() : begun;
      begun.write(buffer, position, length);
      position = whole ? end + 1 : end;
      if (whole) {
        return text(begun.toByteArray(), 0, begun.size());
      }
    }
    return begun == null ? null : text(begun.toByteArray(), 0, begun.size());
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer));
    return limit > 0;
  }

  private int endOfLine() {
    int end = position;
    while (end < limit && buffer[end] != '\n') {
      end++;
    }
    return end;
  }

  private String text(byte[] bytes, int offset, int length) {
    boolean windows = length > 0 && bytes[offset + length - 1] == '\r';
    try {
      return utf8.decode(ByteBuffer.wrap(bytes, offset, windows ? length - 1 : length)).toString();
    } catch (CharacterCodingException e) {
      throw new InputException("Line %d is not UTF-8 text.".formatted(line));
    }
  }
}
