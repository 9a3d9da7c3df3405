package io.twinbus.rehearsal.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.control.ControlClient;
import io.twinbus.ops.TwinbusCli;
import io.twinbus.ops.command.Surroundings;
import io.twinbus.ops.config.Configuration;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.sink.Effect;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Gate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.sink.Upsets;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.sender.OutboundMessage;
import io.twinbus.sender.Sender;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;

/** A local stack, a receiver in each region, a sender, and an operator, for one incident. */
final class Incident implements AutoCloseable {

  private static final String SETTINGS =
      """
        standby-delay: 2s
        home: %s
        receiver:
          lease: 4s
          beat: 1s
      """;
  private static final String OPERATOR = "ann";

  final EffectLog effects = new EffectLog(Clocks.system(), effect -> {});
  final Gate gate = new Gate();
  final Upsets upsets = new Upsets();
  final ControlClient control;
  final ChildProcess east;
  final ChildProcess west;
  private final Sink sink = Sink.start(effects, gate, upsets);
  private final Children children;
  private final LocalProcess local;
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
    this(directory, "west", "");
  }

  /** The same with another home and more settings of receivers, lines of the configuration file. */
  Incident(Path directory, String home, String receivers) throws Exception {
    children = new Children(directory);
    local = LocalProcess.start(children);
    control = new ControlClient(local.endpoints().control());
    config =
        Files.writeString(
            directory.resolve("twinbus.yaml"),
            local.endpoints().toYaml() + SETTINGS.formatted(home) + receivers.indent(4));
    ReceiverFleet fleet = new ReceiverFleet(children, config, sink::addressFor);
    east = fleet.start(new RegionName("east"));
    west = fleet.start(new RegionName("west"));
    ReceiverFleet.awaitReady(east);
    ReceiverFleet.awaitReady(west);
    sender = Sender.builder(ClusterSettings.from(Configuration.load(config, Map.of()))).build();
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
    Surroundings here = Surroundings.ofThisMachine();
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--config", config.toString()));
    StringWriter screen = new StringWriter();
    StringWriter out = new Output(screen);
    StringWriter err = new Output(screen);
    CommandLine cli =
        TwinbusCli.with(
            TwinbusCli.operatorCommands(
                new Surroundings(
                    here.ledger(), here.queues(), here.clocks(), here.pause(), environment)));
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
  List<Effect> effectsOf(String session) {
    return effects.effects().stream()
        .filter(effect -> effect.call().session().equals(session))
        .toList();
  }

  @Override
  public void close() {
    sender.close();
    sink.close();
    children.close();
  }
}
