package io.twinbus.rehearsal.input;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file with one JSON object a line, packed with gzip when its name ends in {@code .gz}.
 *
 * <p>A line has at most {@value #MAX_LINE_BYTES} bytes, so that the message with its headers fits
 * what Service Bus Standard accepts.
 */
public final class NdjsonFile implements MessageSource {

  /** The longest line accepted, in bytes. */
  public static final int MAX_LINE_BYTES = 240 * 1024;

  private final FieldNames fields;
  private final TextLines lines;

  private NdjsonFile(FieldNames fields, TextLines lines) {
    this.fields = fields;
    this.lines = lines;
  }

  /**
   * Opens {@code file}.
   *
   * @throws InputException when it cannot be read
   */
  public static NdjsonFile open(Path file, FieldNames fields) {
    return new NdjsonFile(fields, TextLines.open("input file", file));
  }

  @Override
  public @Nullable InputMessage next() {
    String text = lines.next();
    return text == null ? null : InputLine.parse(text, lines.line(), fields);
  }

  @Override
  public void close() {
    lines.close();
  }
}
