package io.twinbus.rehearsal.input;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file with one JSON object a line, packed with gzip when its name ends in {@code .gz}.
 *
 * <p>Empty lines are passed over. A line has at most {@value #MAX_LINE_BYTES} bytes, so that the
 * message with its headers fits what Service Bus Standard accepts. Read as a stream: memory does
 * not grow with the file.
 */
public final class NdjsonFile implements MessageSource {

  /** The longest line accepted, in bytes. */
  public static final int MAX_LINE_BYTES = 240 * 1024;

  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path file;
  private final FieldNames fields;
  private final InputStream in;
  private final LineReader lines;

  private NdjsonFile(Path file, FieldNames fields, InputStream in) {
    this.file = file;
    this.fields = fields;
    this.in = in;
    this.lines = new LineReader(in, MAX_LINE_BYTES);
  }

  /**
   * Opens {@code file}.
   *
   * @throws InputException when it cannot be read
   */
  public static NdjsonFile open(Path file, FieldNames fields) {
    if (!Files.isRegularFile(file) && !Files.isReadable(file)) {
      throw new InputException(
          "The input file %s %s."
              .formatted(file, Files.exists(file) ? "cannot be read" : "does not exist"));
    }
    if (Files.isDirectory(file)) {
      throw new InputException("The input file %s is a directory.".formatted(file));
    }
    try {
      InputStream raw = Files.newInputStream(file);
      return new NdjsonFile(
          file, fields, new BufferedInputStream(unpacked(file, raw), BUFFER_BYTES));
    } catch (ZipException | EOFException e) {
      throw new InputException("The input file %s is not packed with gzip.".formatted(file));
    } catch (IOException e) {
      throw new InputException("The input file %s cannot be read.".formatted(file));
    }
  }

  private static InputStream unpacked(Path file, InputStream raw) throws IOException {
    if (!file.toString().endsWith(".gz")) {
      return raw;
    }
    try {
      return new GZIPInputStream(raw, BUFFER_BYTES);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  @Override
  public @Nullable InputMessage next() {
    try {
      String text = lines.next();
      while (text != null && text.isBlank()) {
        text = lines.next();
      }
      return text == null ? null : MessageLine.parse(text, lines.line(), fields);
    } catch (IOException e) {
      throw new InputException(
          "The input file %s cannot be read past line %d.".formatted(file, lines.line()));
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      // what was read is read; a file opened for reading loses nothing
    }
  }
}
