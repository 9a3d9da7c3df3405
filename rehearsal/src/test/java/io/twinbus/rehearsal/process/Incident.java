package io.twinbus.rehearsal.process;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.control.ControlClient;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.sink.AnswerGate;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.sink.Upsets;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import picocli.CommandLine;

/** A local stack, a receiver in each region, a sender, and an operator, for one incident. */
final class Incident implements AutoCloseable {

  /** How long an incident may take to come to where it is asked about, on a busy machine. */
  static final Duration BOUND = Duration.ofMinutes(2);

  /** A setting of receivers: who has nothing to do for a session does not keep it for long. */
  static final String SOON_GIVEN_BACK = "linger: 500ms\nlong-linger: 500ms\n";

  /** Another one: who is dead is judged so soon, and who is starved as well. */
  static final String SHORT_LEASE = "lease: 4s\n";

  private static final String SETTINGS =
      """
        standby-delay: 5s
        home: %s
        receiver:
          beat: 1s
      """;
  private static final String OPERATOR = "ann";

  final EffectLog effects = new EffectLog(Clocks.system(), effect -> {});
  final AnswerGate gate = new AnswerGate();
  final Upsets upsets = new Upsets();
  final ControlClient control;
  final ChildProcess east;
  final ChildProcess west;
  final Sink sink = Sink.start(effects, gate, upsets);
  private final Children children;
  private final LocalProcess local;
  private final ReceiverFleet fleet;
  private final Path config;
  private final Sender sender;

  /**
   * What a command answered.
   *
   * @param screen both outputs as a terminal shows them
   */
  record Answer(int code, String out, String err, String screen) {}

  /** One of a command's outputs, which the screen shows, too. */
  private static final class Output extends StringWriter {

    private final StringWriter screen;

    Output(StringWriter screen) {
      this.screen = screen;
    }

    @Override
    public void write(int character) {
      super.write(character);
      screen.write(character);
    }

    @Override
    public void write(String text) {
      super.write(text);
      screen.write(text);
    }

    @Override
    public void write(String text, int from, int length) {
      super.write(text, from, length);
      screen.write(text, from, length);
    }

    @Override
    public void write(char[] text, int from, int length) {
      super.write(text, from, length);
      screen.write(text, from, length);
    }
  }

  Incident(Path directory) throws Exception {
    this(directory, "west", SOON_GIVEN_BACK);
  }

  /** The same with another home and more settings of receivers, lines of the configuration file. */
  Incident(Path directory, String home, String receivers) throws Exception {
    this(directory, home, receivers, List.of());
  }

  /** The same on a stack that is started with more arguments. */
  Incident(Path directory, String home, String receivers, List<String> stack) throws Exception {
    children = new Children(directory);
    local =
        LocalProcess.start(children, LocalProcess.command("local", stack, JavaCommand.Jvm.SMALL));
    control = new ControlClient(local.endpoints().control());
    config =
        Files.writeString(
            directory.resolve("twinbus.yaml"),
            local.endpoints().toYaml() + SETTINGS.formatted(home) + receivers.indent(4));
    fleet = new ReceiverFleet(children, config, sink::addressFor);
    east = fleet.start(new RegionName("east"));
    west = fleet.start(new RegionName("west"));
    ReceiverFleet.awaitReady(east);
    ReceiverFleet.awaitReady(west);
    sender = producer(Map.of());
  }

  /** One more producer, with other settings; the test closes it. */
  Sender producer(Map<String, String> settings) throws Exception {
    return Sender.builder(Configuration.load(config, settings)).build();
  }

  /** Starts one more receiver, with other settings; it is not ready yet. */
  ChildProcess receiver(String region, Map<String, String> settings) throws Exception {
    return fleet.start(new RegionName(region), settings);
  }

  /** Sends message {@code number} of {@code session}; returns when it is safe. */
  void send(String session, int number) throws Exception {
    sender.sendAndWait(
        OutboundMessage.of(new SessionId(session), new MessageId(session + "-" + number))
            .body("{}")
            .build());
  }

  /** How the stack is reached, other than by commands. */
  Endpoints endpoints() {
    return local.endpoints();
  }

  /** What an operator types. */
  Answer type(String... words) {
    return type(Map.of(), words);
  }

  /** The same with other settings. */
  Answer type(Map<String, String> settings, String... words) {
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.put("TWINBUS_OPERATOR", OPERATOR);
    environment.putAll(settings);
    CliContext here = CliContext.ofThisMachine();
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--config", config.toString()));
    StringWriter screen = new StringWriter();
    StringWriter out = new Output(screen);
    StringWriter err = new Output(screen);
    CommandLine cli =
        TwinbusCli.with(
            TwinbusCli.operatorCommands(
                new CliContext(
                    here.ledger(), here.queues(), here.clocks(), here.pause(), environment)),
            line);
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    int code = cli.execute(line.toArray(String[]::new));
    return new Answer(code, out.toString(), err.toString(), screen.toString());
  }

  /** The same, with a document as answer. */
  JsonNode ask(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--output", "json"));
    Answer answer = type(line.toArray(String[]::new));
    if (answer.code() != 0) {
      return new ObjectMapper().createObjectNode();
    }
    return new ObjectMapper().readTree(answer.out());
  }

  /** Message, region and token of each effect of {@code session}, in their order. */
  List<AppliedEffect> effectsOf(String session) {
    return effects.effects().stream()
        .filter(effect -> effect.call().session().equals(session))
        .toList();
  }

  /** The ids of {@link #effectsOf}. */
  List<String> idsOf(String session) {
    return effectsOf(session).stream().map(effect -> effect.call().id()).toList();
  }

  /** How many effects calls from the region east have had. */
  int inEast() {
    return (int)
        effects.effects().stream()
            .filter(effect -> effect.call().caller().region().equals("east"))
            .count();
  }

  void awaitEffects(String session, int count) {
    await().atMost(BOUND).until(() -> effectsOf(session).size() == count);
  }

  /** Until each region holds so many messages, and nothing is on its way to it. */
  void awaitWaiting(int count) {
    await()
        .atMost(BOUND)
        .until(
            () -> {
              JsonNode regions = ask("regions");
              return all(regions, "waiting", count) && all(regions, "scheduled", 0);
            });
  }

  /** Until receivers have given their sessions back, and have said so. */
  void awaitNothingHeld() {
    await().atMost(BOUND).until(() -> all(ask("regions"), "sessions", 0));
  }

  /** Until the instance in row {@code row}, of those that beat, says so. */
  void awaitInstance(int row, String field, int value) {
    await().atMost(BOUND).until(() -> ask("instances").path(row).path(field).asInt(-1) == value);
  }

  /** Until every instance that beats has said anew how it is. */
  void awaitNews() throws Exception {
    // The next beat may have been composed before.
    List<Long> wanted = beats().stream().map(beat -> beat + 2).toList();
    await().atMost(BOUND).until(() -> haveReached(wanted));
  }

  private boolean haveReached(List<Long> wanted) throws Exception {
    List<Long> seen = beats();
    return seen.size() == wanted.size()
        && IntStream.range(0, seen.size()).allMatch(row -> seen.get(row) >= wanted.get(row));
  }

  private List<Long> beats() throws Exception {
    return ask("instances").findValues("beat").stream().map(JsonNode::asLong).toList();
  }

  private static boolean all(JsonNode regions, String field, int value) {
    return regions.size() == 2
        && regions.findValues(field).stream().allMatch(found -> found.asInt() == value);
  }

  @Override
  public void close() {
    sender.close();
    sink.close();
    children.close();
  }
}
