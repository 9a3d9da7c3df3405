package io.twinbus.local.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The script in {@code src/test/js}, copied below {@code target} with its packages installed. */
final class NodeProject {
  private static final Path SOURCE = Path.of("src", "test", "js");
  private static final Path LOCK = Path.of("package-lock.json");
  private static final int OLDEST_NODE = 18;
  private static final Duration ASK = Duration.ofSeconds(20);
  private static final Duration INSTALL = Duration.ofMinutes(3);

  /**
   * How a process ended.
   *
   * @param exitCode its own, or -1 when it could not be started or took too long
   * @param output all that it printed
   */
  record Ended(int exitCode, String output) {
    String firstError() {
      return output
          .lines()
          .filter(line -> line.contains("error"))
          .findFirst()
          .orElseGet(this::lastLine);
    }

    String lastLine() {
      return output.strip().lines().reduce((before, line) -> line).orElse("nothing was printed");
    }
  }

  private final Path folder;

  private NodeProject(Path folder) {
    this.folder = folder;
  }

  /** Copies the sources; packages of an earlier build stay while the lock file is the same. */
  static NodeProject inTarget() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "javascript"));
    try (Stream<Path> files = Files.list(SOURCE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return new NodeProject(folder);
  }

  /** Why the script cannot be run on this machine; empty if it can. */
  Optional<String> whyNot() throws IOException {
    Ended node = run(List.of("node", "--version"), Map.of(), ASK);
    if (node.exitCode() != 0) {
      return Optional.of("there is no Node here.");
    }
    int version = Integer.parseInt(node.lastLine().replaceAll("^v(\\d+).*", "$1"));
    if (version < OLDEST_NODE) {
      return Optional.of("Node " + OLDEST_NODE + " is needed, and " + version + " is here.");
    }
    Path installed = folder.resolve("installed-lock.json");
    String wanted = Files.readString(folder.resolve(LOCK));
    if (Files.exists(installed) && Files.readString(installed).equals(wanted)) {
      return Optional.empty();
    }
    Ended install =
        run(
            List.of("npm", "ci", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1"),
            Map.of(),
            INSTALL);
    if (install.exitCode() != 0) {
      return Optional.of("npm ci could not get the packages: " + install.firstError());
    }
    Files.writeString(installed, wanted);
    return Optional.empty();
  }

  /** Runs the script. */
  Ended run(Map<String, String> environment, Duration limit) throws IOException {
    return run(List.of("node", "conformance.mjs"), environment, limit);
  }

  private Ended run(List<String> command, Map<String, String> environment, Duration limit)
      throws IOException {
    Path output = Files.createTempFile(folder, command.get(0), ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.destroyForcibly();
      }
      String text = Files.readString(output, StandardCharsets.UTF_8);
      return ended
          ? new Ended(process.exitValue(), text)
          : new Ended(-1, text + "\nIt took more than " + limit.toSeconds() + " s.");
    } catch (IOException notThere) {
      return new Ended(-1, String.valueOf(notThere.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Ended(-1, "interrupted");
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
