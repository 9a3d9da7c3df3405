package io.twinbus.proving.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The contract suites of testkit and the conformance suite of local, run by a process of their own
 * against services that somebody else runs. They are taken from where Maven has compiled them.
 *
 * @param serviceBus a connection string; the namespace has the entities of {@link #entities}
 * @param cosmos an account's endpoint
 * @param key the account's key
 */
record Suites(String serviceBus, URI cosmos, String key) {

  private static final Path ENTITIES =
      Path.of("..", "local", "src", "test", "resources", "conformance", "entities.json");
  private static final List<Path> COMPILED =
      List.of(
          Path.of("..", "local", "target", "test-classes"),
          Path.of("..", "testkit", "target", "test-classes"));
  private static final Pattern COUNTS =
      Pattern.compile("Suites: (\\d+) passed, (\\d+) left out, (\\d+) failed\\.");

  private static final String CONTRACT_QUEUE =
      """
      {"Name": "twinbus-contract", "Properties": {
        "RequiresSession": true, "LockDuration": "PT5S", "MaxDeliveryCount": 10,
        "DefaultMessageTimeToLive": "PT1H"}}
      """;

  /** How long a single wait of a rule, and all of a run, may take. */
  record Times(Duration patience, Duration bound) {}

  /** How a run ended. */
  record Report(int passed, int leftOut, int failed, List<String> lines) {

    /** What was not run, each with the reason. */
    List<String> notRun() {
      return lines.stream().filter(line -> line.startsWith("NOT RUN")).toList();
    }
  }

  /** The entities that the suites need, as a configuration file of Microsoft's emulator. */
  static byte[] entities() throws IOException {
    ObjectMapper json = new ObjectMapper();
    JsonNode file = json.readTree(ENTITIES.toFile());
    ArrayNode queues = (ArrayNode) file.at("/UserConfig/Namespaces/0/Queues");
    queues.add(json.readTree(CONTRACT_QUEUE));
    return json.writeValueAsBytes(file);
  }

  /**
   * Runs {@code parts} of them one after the other, and prints the counts.
   *
   * @param log what the process says, kept there
   * @param times the longest single wait that a rule may ask for, and how long all may take
   */
  Report run(Path log, Times times, SuiteRunner.Part... parts) throws Exception {
    List<String> command = new ArrayList<>(command());
    for (SuiteRunner.Part part : parts) {
      command.add(part.name());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment(times.patience()));
    Process process = builder.start();
    try {
      if (!process.waitFor(times.bound().toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("The suites did not end within " + times.bound() + ": " + log);
      }
    } finally {
      process.destroyForcibly().onExit().join();
    }
    return report(Files.readAllLines(log));
  }

  private static Report report(List<String> lines) {
    Matcher counts = COUNTS.matcher(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
    if (!counts.matches()) {
      throw new AssertionError("The suites ended without a count: " + String.join("\n", lines));
    }
    System.out.println(counts.group());
    return new Report(
        Integer.parseInt(counts.group(1)),
        Integer.parseInt(counts.group(2)),
        Integer.parseInt(counts.group(3)),
        lines);
  }

  private static List<String> command() {
    List<String> path = new ArrayList<>();
    for (Path compiled : COMPILED) {
      if (!Files.isDirectory(compiled)) {
        throw new AssertionError(compiled + " is missing: build with -am.");
      }
      path.add(compiled.toString());
    }
    path.add(System.getProperty("java.class.path"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx1g",
        "-cp",
        String.join(File.pathSeparator, path),
        SuiteRunner.class.getName());
  }

  private Map<String, String> environment(Duration patience) {
    return Map.of(
        "TWINBUS_CONTRACT_SERVICEBUS",
        serviceBus,
        "TWINBUS_CONTRACT_LEDGER_ENDPOINT",
        cosmos.toString(),
        "TWINBUS_CONTRACT_LEDGER_KEY",
        key,
        "TWINBUS_CONTRACT_LEDGER_ALLOW_WEAK",
        "true",
        "TWINBUS_CONFORMANCE_SERVICEBUS",
        serviceBus,
        "TWINBUS_CONFORMANCE_COSMOS_ENDPOINT",
        cosmos.toString(),
        "TWINBUS_CONFORMANCE_COSMOS_KEY",
        key,
        "TWINBUS_CONFORMANCE_PATIENCE_SECONDS",
        Long.toString(patience.toSeconds()));
  }
}
