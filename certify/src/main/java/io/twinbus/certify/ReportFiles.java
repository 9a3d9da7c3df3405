package io.twinbus.certify;

import io.twinbus.certify.report.ReportJson;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The files of reports: the earlier one that is read, and those that are written. Stateless. */
final class ReportFiles {

  private ReportFiles() {}

  /**
   * Looks, before anything is made and paid for, whether the report can be written.
   *
   * @param file where; null: nowhere
   * @throws CommandFailure when it cannot
   */
  static void requireWritable(@Nullable Path file) {
    if (file == null) {
      return;
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw refused(file, "there is no directory " + directory);
    }
    boolean isThere = Files.exists(file);
    if (isThere
        ? !Files.isRegularFile(file) || !Files.isWritable(file)
        : !Files.isWritable(directory)) {
      throw refused(
          file, isThere ? "it is no file that may be written" : directory + " is read-only");
    }
  }

  private static CommandFailure refused(Path file, String why) {
    return new CommandFailure(
        ExitCode.USAGE,
        "No report can be written to %s: %s. Nothing was done.".formatted(file, why));
  }

  /**
   * The verdicts of an earlier report, by check and place.
   *
   * @throws CommandFailure when {@code file} is none
   */
  static Map<String, String> verdicts(Path file) {
    try {
      return ReportJson.verdicts(file);
    } catch (NoSuchFileException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "There is no file '%s' to compare with: name one that --report-json has written."
              .formatted(file),
          e);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "%s cannot be compared with (%s): name a file that --report-json has written."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /**
   * Writes {@code text} to {@code file}; null: nowhere.
   *
   * @throws CommandFailure when it cannot be written
   */
  static void write(@Nullable Path file, Supplier<String> text) {
    if (file == null) {
      return;
    }
    try {
      Files.writeString(file, text.get());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILURE, "%s cannot be written (%s).".formatted(file, e.getMessage()), e);
    }
  }
}
