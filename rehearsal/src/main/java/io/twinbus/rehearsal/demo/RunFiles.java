package io.twinbus.rehearsal.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The directory of a run: its configuration and its children's logs. */
final class RunFiles {

  private final Path directory;

  private RunFiles(Path directory) {
    this.directory = directory;
  }

  /** A new directory that only this user can read; this process's log goes there from now on. */
  static RunFiles create() throws IOException {
    Path directory = Files.createTempDirectory("twinbus-demo-");
    // Logging starts with the first logger, and nothing has asked for one so far.
    System.setProperty("twinbus.log.file", directory.resolve("demo.log").toString());
    System.setProperty("logback.configurationFile", "twinbus-demo-logback.xml");
    return new RunFiles(directory);
  }

  Path directory() {
    return directory;
  }

  /** Writes the configuration that every process of the run reads. */
  Path writeConfig(String yaml) throws IOException {
    return Files.writeString(directory.resolve("twinbus.yaml"), yaml);
  }

  /** Removes all of it. */
  void remove() {
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
