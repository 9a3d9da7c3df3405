package io.twinbus.rehearsal.process;

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

  /** Whether this machine has a Python 3. */
  static boolean isThere() throws InterruptedException {
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
    Process process =
        new ProcessBuilder(
                List.of(
                    "python3",
                    SCRIPT.toAbsolutePath().normalize().toString(),
                    "--port",
                    "0",
                    "--log",
                    log.toString(),
                    "--secret",
                    secret))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
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

  /** What it has written down, in its order. */
  List<JsonNode> effects() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> effects = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      effects.add(json.readTree(line));
    }
    return effects;
  }

  /** How many effects it has written down. */
  long count() {
    try {
      return effects().size();
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
