package io.twinbus.rehearsal.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A file that an option names, checked before a run that takes minutes. */
final class WritableFile {

  private WritableFile() {}

  /**
   * The file, if one is named.
   *
   * @throws ParameterException when none can be written there
   */
  static Optional<Path> of(CommandSpec spec, String option, @Nullable Path file) {
    if (file == null) {
      return Optional.empty();
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isWritable(directory) || Files.isDirectory(file)) {
      throw new ParameterException(
          spec.commandLine(), "%s is '%s', where no file can be written.".formatted(option, file));
    }
    return Optional.of(file);
  }
}
