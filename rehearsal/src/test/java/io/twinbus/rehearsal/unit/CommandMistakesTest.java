package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.rehearsal.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Mistakes are found before anything is started: one sentence, exit code 2. */
class CommandMistakesTest {

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void unknownCommandsAndOptions() {
    assertMistake("Unmatched argument at index 0: 'dmeo'", "dmeo");
    assertMistake("Unknown option: '--nonsense'", "demo", "--nonsense");
    assertMistake("Say which command to run.");
  }

  @Test
  void demoOptions() {
    assertMistake("There is no region 'north'", "demo", "--outage", "north@40");
    assertMistake("--kill-receiver is 'west'", "demo", "--kill-receiver", "west");
    assertMistake("--pause-receiver is 'west@200'", "demo", "--pause-receiver", "west@200");
    assertMistake("--fault is 'east@40'", "demo", "--fault", "east@40");
    assertMistake("There is no region 'north'", "demo", "--fault", "azure-region:north@40");
    assertMistake("There is no region 'north'", "demo", "--fault", "lease-partition:north@40");
    assertMistake("There is no region 'witness'", "demo", "--fault", "outage:witness@40");
    assertMistake("--write-region is 'north'", "demo", "--write-region", "north");
    assertMistake("goes from 1 to 3600 seconds", "demo", "--partition-fail-over-after", "0");
    assertMistake("goes from 1 to 3600 seconds", "demo", "--partition-fail-over-after", "3601");
    assertMistake("--home is 'north'", "demo", "--home", "north");
    assertMistake("--rate is a number", "demo", "--rate", "0");
    assertMistake("Invalid value for option '--rate'", "demo", "--rate", "fast");
    assertMistake("--messages goes from", "demo", "--messages", "0");
    assertMistake("--receivers-per-region goes from", "demo", "--receivers-per-region", "9");
    assertMistake("--queues goes from", "demo", "--queues", "65");
    assertMistake("Give faults or --no-faults", "demo", "--no-faults", "--outage", "east@4");
    assertMistake("where no file can be written", "demo", "--report", directory.toString());
    assertMistake("not both", "demo", "--input", "x", "--git-history", "y");
    assertMistake("git cannot read", "demo", "--git-history", directory + "/nowhere");
  }

  @Test
  void incidentOptions() {
    String[] play = {"incident", "handler-away"};
    assertMistake("--answer is '412': give", play[0], play[1], "--answer", "412");
    assertMistake("(400-one-session)", play[0], play[1], "--answer", "400-two-sessions");
    assertMistake("--for is '1s'", play[0], play[1], "--for", "1s");
    assertMistake("--region is 'north'", play[0], play[1], "--region", "north");
  }

  @Test
  void demoInput() throws IOException {
    Path file = Files.writeString(directory.resolve("in.ndjson"), "{\"session\":\"s\"}\n");

    assertMistake("Line 1 has no field 'id'.", "demo", "--input", file.toString());
    assertMistake(
        "Line 1 has no field 'account'.",
        "demo",
        "--input",
        file.toString(),
        "--session-field",
        "account");
    assertMistake("does not exist", "demo", "--input", directory + "/missing");
  }

  @Test
  void sendNamesOneOfSeveralQueues() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("two.yaml"),
            "twinbus: {queues: {orders: {queue: o}, payments: {queue: p}}}\n");
    String[] send = {"send", "--config", file.toString()};

    assertMistake("has the queues orders, payments: say which", send);
    assertMistake("There is no queue 'parcels'", send[0], send[1], send[2], "--queue", "parcels");
  }

  @Test
  void localOptions() {
    assertMistake("--port goes from", "local", "--port", "65535");
    assertMistake("--regions names a region twice", "local", "--regions", "a,a");
    assertMistake("--queue or --config-file", "local", "--queue", "a", "--config-file", "f.json");
    assertMistake("--data-sync needs --data-dir", "local", "--data-sync");
    assertMistake("--key or --well-known-keys", "local", "--key", "bG9jYWw=", "--well-known-keys");
    assertMistake("no base64", "local", "--key", "no base64!");
    assertMistake("nowhere.json", "local", "--config-file", directory + "/nowhere.json");
    assertMistake("is no region name", "local", "--regions", "East");
    assertMistake(
        "Invalid value for option '--ledger-consistency'", "local", "--ledger-consistency", "x");
  }

  @Test
  void sendNeedsRegionsAndInput() throws IOException {
    Path config = Files.writeString(directory.resolve("c.yaml"), "twinbus: {queue: q}");

    assertMistake("Name the messages to send", "send", "--config", config.toString());
    assertMistake(
        "No region is configured",
        "send",
        "--config",
        config.toString(),
        "--input",
        Files.writeString(directory.resolve("in.ndjson"), "").toString());
    assertMistake("There is no configuration file", "send", "--config", "/nowhere.yaml");
  }

  @Test
  void twoRegionsWithOneEndpointAreRefused() throws IOException {
    Path config =
        Files.writeString(
            directory.resolve("c.yaml"),
            """
            twinbus:
              regions:
                east: { namespace: one.servicebus.windows.net }
                west: { namespace: ONE.servicebus.windows.net }
            """);
    Path input = Files.writeString(directory.resolve("in.ndjson"), "");

    assertMistake(
        "The regions east and west have the same endpoint",
        "send",
        "--config",
        config.toString(),
        "--input",
        input.toString());
  }

  private void assertMistake(String sentence, String... arguments) {
    err.getBuffer().setLength(0);
    CommandLine cli = TwinbusCli.with(Main.commands(), List.of(arguments));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));

    int code = cli.execute(arguments);

    assertThat(err.toString()).startsWith("twinbus: ").contains(sentence);
    assertThat(err.toString().lines()).as("a sentence and where to look").hasSizeLessThan(4);
    assertThat(out.toString()).isEmpty();
    assertThat(code).isEqualTo(2);
  }
}
