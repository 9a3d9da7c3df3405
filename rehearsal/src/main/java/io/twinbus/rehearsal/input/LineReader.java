package io.twinbus.rehearsal.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of UTF-8 text of a bounded length, with their numbers. Not thread-safe. */
final class LineReader {

  private final InputStream in;
  private final int maxBytes;
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n') {
      if (bytes.size() == maxBytes) {
        throw new InputException(
            "Line %d is longer than %d bytes, the most that a message may hold."
                .formatted(line, maxBytes));
      }
      bytes.write(next);
      next = in.read();
    }
    return text(bytes.toByteArray());
  }

  private String text(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    } catch (CharacterCodingException e) {
      throw new InputException("Line %d is not UTF-8 text.".formatted(line));
    }
  }
}
