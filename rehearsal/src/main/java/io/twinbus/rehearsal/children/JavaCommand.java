package io.twinbus.rehearsal.children;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How to start a child: this program again, on the same classpath and Java, with other arguments.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name what logs and messages call it, unique in the run
 * @param maxHeap the heap's bound, as {@code -Xmx} takes it
 * @param arguments the command line
 * @param environment variables beside those of this process, whose own {@code TWINBUS_…} ones are
 *     not handed on
 * @param jvm what the child's JVM is chosen for
 */
public record JavaCommand(
    String name, String maxHeap, List<String> arguments, Map<String, String> environment, Jvm jvm) {

  /** What a JVM is chosen for. */
  public enum Jvm {
    /** Six of these share a laptop: one collector thread, and the fast compiler only. */
    SMALL,
    /** It is measured: the optimising compiler, and collectors that share the work. */
    FAST;

    private List<String> options() {
      return this == SMALL
          ? List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
          : List.of("-XX:+UseParallelGC");
    }
  }

  /** Copies {@code arguments} and {@code environment}. */
  public JavaCommand {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** The same, with another bound for the heap. */
  public JavaCommand withMaxHeap(String other) {
    return new JavaCommand(name, other, arguments, environment, jvm);
  }

  /** A builder for the process, running in {@code directory} with its inputs and outputs piped. */
  ProcessBuilder toProcess(Path directory) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(jvmOptions());
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.twinbus.rehearsal.Main"));
    line.addAll(arguments);
    ProcessBuilder process = new ProcessBuilder(line).directory(directory.toFile());
    process.environment().keySet().removeIf(name -> name.startsWith("TWINBUS_"));
    process.environment().putAll(environment);
    return process;
  }

  private List<String> jvmOptions() {
    List<String> options = new ArrayList<>(jvm.options());
    options.add("-Xmx" + maxHeap);
    options.add("-D" + EndWithParent.PROPERTY + "=true");
    return options;
  }
}
