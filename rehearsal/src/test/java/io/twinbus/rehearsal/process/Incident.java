package io.twinbus.rehearsal.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.control.ControlClient;
import io.twinbus.ops.TwinbusCli;
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
import picocli.CommandLine;

/** A local stack, a receiver in each region, a sender, and an operator, for one incident. */
final class Incident implements AutoCloseable {

  private static final String SETTINGS =
      """
        standby-delay: 2s
        home: west
        receiver:
          lease: 4s
          beat: 1s
      """;

  final EffectLog effects = new EffectLog(Clocks.system(), effect -> {});
  final Gate gate = new Gate();
  final ControlClient control;
  final ChildProcess east;
  final ChildProcess west;
  private final Sink sink = Sink.start(effects, gate);
  private final Children children;
  private final Path config;
  private final Sender sender;

  /** What a command answered. */
  record Answer(int code, String out, String err) {}

  Incident(Path directory) throws Exception {
    children = new Children(directory);
    LocalProcess local = LocalProcess.start(children);
    control = new ControlClient(local.endpoints().control());
    config =
        Files.writeString(directory.resolve("twinbus.yaml"), local.endpoints().toYaml() + SETTINGS);
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

  /** What an operator types. */
  Answer type(String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--config", config.toString()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands());
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    int code = cli.execute(line.toArray(String[]::new));
    return new Answer(code, out.toString(), err.toString());
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
