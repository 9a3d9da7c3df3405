package io.twinbus.rehearsal.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The example's handler in Python, in a process of its own, as its users start it. */
final class PythonHandler implements AutoCloseable {

  private static final Path SCRIPT = Path.of("..", "examples", "python-handler", "handler.py");
  private static final String READY = "Handler ready: ";

  private final Process process;
  private final URI url;
  private final Path log;

  private PythonHandler(Process process, URI url, Path log) {
    this.process = process;
    this.url = url;
    this.log = log;
  }

  /** How a start ended that was refused: its exit code and what it said on its standard error. */
  record Refusal(int code, String said) {}

  /** Skips the test aloud on a machine without a Python 3. */
  static void assumeIsThere() throws InterruptedException {
    boolean python = isThere();
    if (!python) {
      System.out.println("SKIPPED: there is no python3, so the handler in Python is not shown.");
    }
    assumeTrue(python);
  }

  private static boolean isThere() throws InterruptedException {
    try {
      Process python =
          new ProcessBuilder("python3", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return python.waitFor(10, TimeUnit.SECONDS) && python.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  static PythonHandler start(Path log, String secret) throws IOException {
    return started(command(log, "--secret", secret), log, ProcessBuilder.Redirect.INHERIT);
  }

  /** One that takes calls without a signature. */
  static PythonHandler start(Path log) throws IOException {
    return started(command(log), log, ProcessBuilder.Redirect.INHERIT);
  }

  /** The same, none of whose files may grow beyond a block or two, as on a disk that is full. */
  static PythonHandler startWithLittleRoom(Path log) throws IOException {
    List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f 1; exec \"$@\"", "sh"));
    limited.addAll(command(log));
    // The limit holds for every file that it writes to, so what it reports must not go to one.
    return started(limited, log, ProcessBuilder.Redirect.DISCARD);
  }

  /** Starts one that must not start. */
  static Refusal refusal(Path log, String... more) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command(log, more))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        throw new AssertionError("The handler runs, with " + List.of(more) + ".");
      }
      byte[] said = process.getErrorStream().readAllBytes();
      return new Refusal(process.exitValue(), new String(said, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> command(Path log, String... more) {
    List<String> command =
        new ArrayList<>(List.of("python3", SCRIPT.toAbsolutePath().normalize().toString()));
    command.addAll(List.of("--port", "0", "--log", log.toString()));
    command.addAll(List.of(more));
    return command;
  }

  private static PythonHandler started(
      List<String> command, Path log, ProcessBuilder.Redirect errors) throws IOException {
    Process process = new ProcessBuilder(command).redirectError(errors).start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    if (line == null || !line.startsWith(READY)) {
      process.destroyForcibly();
      throw new IOException("The handler said '" + line + "'.");
    }
    return new PythonHandler(process, URI.create(line.substring(READY.length())), log);
  }

  URI url() {
    return url;
  }

  /** All that it has written down, in its order: a line a call, effects and repeats. */
  List<JsonNode> calls() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> calls = new ArrayList<>();
    String text = Files.readString(log);
    // It may be writing the next line at this moment.
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      calls.add(json.readTree(line));
    }
    return calls;
  }

  /** Those of the calls that had an effect. */
  List<JsonNode> effects() throws IOException {
    return calls().stream().filter(call -> !isRepeat(call)).toList();
  }

  /** Those that had none, because their message's effect was there already. */
  List<JsonNode> repeats() throws IOException {
    return calls().stream().filter(PythonHandler::isRepeat).toList();
  }

  static boolean isRepeat(JsonNode call) {
    return call.path("repeat").asBoolean();
  }

  /** How many effects it has written down. */
  long count() {
    try {
      return effects().size();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Ends it at once. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
