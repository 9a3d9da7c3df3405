package io.twinbus.proving.bench.instrument;

import io.twinbus.rehearsal.stack.Endpoints;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs operators' commands, each in a JVM of its own with the launcher's options. */
public final class CommandProcess {

  private static final long BOUND_SECONDS = 60;
  private static final Pattern COST = Pattern.compile("cost ([0-9.]+) request units");
  private static final String ARCHIVE = "-XX:SharedArchiveFile=";

  private final Path config;
  private final Path errors;

  /** What a command took and, where it said so, what it asked of the ledger. */
  public record Answer(double seconds, double requestUnits) {}

  public CommandProcess(Endpoints stack, Path directory) throws IOException {
    this.config = Files.writeString(directory.resolve("commands.yaml"), stack.toYaml());
    this.errors = directory.resolve("commands.err");
  }

  /**
   * Runs one to its end.
   *
   * @throws IllegalStateException when it fails
   */
  public Answer run(String... words) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith(ARCHIVE))
        .forEach(line::add);
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add("io.twinbus.rehearsal.Main");
    line.addAll(List.of(words));
    if (!words[0].startsWith("-")) {
      line.addAll(List.of("--config", config.toString()));
    }
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors.toFile())
            .start();
    boolean hasEnded = process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS);
    double seconds = (System.nanoTime() - begin) / 1e9;
    String said = Files.readString(errors);
    if (!hasEnded || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException("'%s' failed: %s".formatted(String.join(" ", words), said));
    }
    Matcher cost = COST.matcher(said);
    return new Answer(seconds, cost.find() ? Double.parseDouble(cost.group(1)) : 0);
  }
}
