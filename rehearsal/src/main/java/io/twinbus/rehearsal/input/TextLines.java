package io.twinbus.rehearsal.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file's lines of text, unpacked when its name ends in {@code .gz}; empty lines are passed over.
 *
 * <p>A line has at most {@link NdjsonFile#MAX_LINE_BYTES} bytes. Read as a stream: memory does not
 * grow with the file. Not thread-safe.
 */
public final class TextLines implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final String what;
  private final Path file;
  private final InputStream in;
  private final LineReader lines;

  private TextLines(String what, Path file, InputStream in) {
    this.what = what;
    this.file = file;
    this.in = in;
    this.lines = new LineReader(in, NdjsonFile.MAX_LINE_BYTES);
  }

  /**
   * Opens {@code file}, which sentences call {@code what}, such as "input file".
   *
   * @throws InputException when it cannot be read
   */
  public static TextLines open(String what, Path file) {
    if (!Files.isRegularFile(file) && !Files.isReadable(file)) {
      throw new InputException(
          "The %s %s %s."
              .formatted(what, file, Files.exists(file) ? "cannot be read" : "does not exist"));
    }
    if (Files.isDirectory(file)) {
      throw new InputException("The %s %s is a directory.".formatted(what, file));
    }
    try {
      InputStream raw = Files.newInputStream(file);
      return new TextLines(what, file, unpacked(file, raw));
    } catch (ZipException | EOFException e) {
      throw new InputException("The %s %s is not packed with gzip.".formatted(what, file));
    } catch (IOException e) {
      throw new InputException("The %s %s cannot be read.".formatted(what, file));
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

  /** The number of the line read last, from 1. */
  public long line() {
    return lines.line();
  }

  /**
   * The next line that is not empty; null at the end.
   *
   * @throws InputException when the line is too long or no text, or the file cannot be read
   */
  public @Nullable String next() {
    try {
      String text = lines.next();
      while (text != null && text.isBlank()) {
        text = lines.next();
      }
      return text;
    } catch (IOException e) {
      throw new InputException(
          "The %s %s cannot be read past line %d.".formatted(what, file, lines.line()));
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
