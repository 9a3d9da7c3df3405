package io.twinbus.rehearsal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** The command line in a process of its own, as the launcher starts it, its output in files. */
final class Twinbus implements AutoCloseable {

  private static final int SIGINT = 2;
  private static final long BOUND_SECONDS = 240;

  private final Process process;
  private final Path out;
  private final Path err;

  private Twinbus(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  static Twinbus start(Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    Path out = Files.createTempFile(directory, "out", ".txt");
    Path err = Files.createTempFile(directory, "err", ".txt");
    List<String> line = new ArrayList<>(heedingInterrupts());
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
    line.add("-Dtwinbus.ends-with-parent=true");
    line.add("-Djava.io.tmpdir=" + directory); // what a run that is ended on the way leaves behind
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add("io.twinbus.rehearsal.Main");
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    return new Twinbus(builder.start(), out, err);
  }

  /**
   * What a shell starts in the background ignores SIGINT, and so does all that is started from it;
   * a JVM, too, leaves that as it finds it. The tests may run so, what they start must not.
   */
  private static List<String> heedingInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    boolean ignored =
        Files.exists(status)
            && Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                .anyMatch(signals -> (signals & (1L << (SIGINT - 1))) != 0);
    return ignored ? List.of("env", "--default-signal=INT") : List.of();
  }

  static Twinbus run(Path directory, String... arguments) throws Exception {
    Twinbus run = start(directory, Map.of(), arguments);
    run.exitCode();
    return run;
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
      close();
      throw new AssertionError("It did not end within the bound.");
    }
    return process.exitValue();
  }

  String out() throws IOException {
    return Files.readString(out);
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  /** Waits until what it wrote to both outputs is as wanted. */
  void awaitOutput(Predicate<String> wanted) {
    Awaitility.await()
        .atMost(120, TimeUnit.SECONDS)
        .until(() -> !process.isAlive() || wanted.test(out() + err()));
  }

  void interrupt() throws IOException, InterruptedException {
    // The shell's own kill: a bare machine has no other.
    new ProcessBuilder("/bin/sh", "-c", "kill -INT " + process.pid()).start().waitFor();
  }

  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
