package io.twinbus.rehearsal.stack;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The directory of a run: its configuration, its children's logs and what they keep on disk. */
public final class RunFiles {

  private final Path directory;

  private RunFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * A new directory that only this user can read; this process's log goes there from now on.
   *
   * @param run what the directory and the log are named after
   * @throws CommandFailure when it cannot be made
   */
  public static RunFiles create(String run) {
    RunFiles files = createUnlogged(run);
    // Logging starts with the first logger, and nothing has asked for one so far.
    System.setProperty("twinbus.log.file", files.directory.resolve(run + ".log").toString());
    System.setProperty("logback.configurationFile", "twinbus-run-logback.xml");
    return files;
  }

  /**
   * The same for a run whose own process logs where it logged before.
   *
   * @param run what the directory is named after
   * @throws CommandFailure when it cannot be made
   */
  public static RunFiles createUnlogged(String run) {
    try {
      return new RunFiles(Files.createTempDirectory("twinbus-" + run + "-"));
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.FAILURE, "No temporary directory can be made.", e);
    }
  }

  /** Where it is. */
  public Path directory() {
    return directory;
  }

  /**
   * Writes the configuration that every process of the run reads.
   *
   * @throws IOException when it cannot be written
   */
  public Path writeConfig(String yaml) throws IOException {
    return Files.writeString(directory.resolve("twinbus.yaml"), yaml);
  }

  /** Removes all of it. */
  public void remove() {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // left in the temporary directory, where it harms nobody
    }
  }
}
