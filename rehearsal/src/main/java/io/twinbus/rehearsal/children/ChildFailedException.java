package io.twinbus.rehearsal.children;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A child that ended before it was ready; the message is one sentence with its last line. */
public final class ChildFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  ChildFailedException(String name, int exitCode, Path log) {
    super("%s ended with exit code %d: %s".formatted(name, exitCode, lastLine(log)));
    this.exitCode = exitCode;
  }

  /** What it exited with. */
  public int exitCode() {
    return exitCode;
  }

  private static String lastLine(Path log) {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      return lines.isEmpty() ? "it said nothing." : lines.get(lines.size() - 1);
    } catch (IOException e) {
      return "its log cannot be read.";
    }
  }
}
