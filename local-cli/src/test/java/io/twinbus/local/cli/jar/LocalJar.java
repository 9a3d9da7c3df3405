package io.twinbus.local.cli.jar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The packaged jar as a process in a directory of its own. */
final class LocalJar implements AutoCloseable {

  private static final Path JAR =
      Path.of("target", "twinbus-local.jar").toAbsolutePath().normalize();
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Path out;
  private final Path err;
  private final Process process;

  private LocalJar(Path logs, Path directory, List<String> command) throws IOException {
    if (!Files.exists(JAR)) {
      throw new IllegalStateException("No " + JAR + ": ./mvnw -pl local-cli -am package makes it.");
    }
    out = Files.createTempFile(logs, "out", ".txt");
    err = Files.createTempFile(logs, "err", ".txt");
    process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
  }

  /** Starts {@code java OPTIONS -jar twinbus-local.jar ARGUMENTS} in {@code directory}. */
  static LocalJar start(Path logs, Path directory, List<String> options, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(options);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    return new LocalJar(logs, directory, command);
  }

  /** The first line that begins so, when it is there. */
  String line(String beginning) {
    return Awaitility.await(beginning)
        .atMost(BOUND)
        .failFast(
            "the process ended instead", () -> !process.isAlive() && find(beginning).isEmpty())
        .until(() -> find(beginning), line -> !line.isEmpty());
  }

  /** Waits for the process to end by itself. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("It did not end by itself.");
    }
    return process.exitValue();
  }

  /** Asks the process to end, as Ctrl-C does. */
  void interrupt() {
    process.destroy();
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  private String find(String beginning) throws IOException {
    String said = Files.readString(out);
    return said.substring(0, said.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.startsWith(beginning))
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().orTimeout(BOUND.toSeconds(), TimeUnit.SECONDS).join();
  }
}
