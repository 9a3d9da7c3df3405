package io.twinbus.proving.killtest;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.Secret;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.run.Scenario;
import io.twinbus.rehearsal.run.Stage;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeoutException;

/**
 * Kills a producer that keeps a journal, while it sends, and looks what arrived.
 *
 * <ol>
 *   <li>A producer, in a process of its own, sends messages of eight sessions, acknowledged by its
 *       journal, and says of each when it begins to send it and when it is safe.
 *   <li>At a moment that the seed chooses it gets SIGKILL; the next one goes on with its journal. A
 *       region is away during two rounds of four.
 *   <li>The last one sends a message and ends when both regions have every copy.
 *   <li>What each region holds is judged by {@link ProducerHistory}.
 * </ol>
 */
public final class ProducerKillTest implements Scenario {
  private static final String HEADING = "kill  after ms  sent  safe  journal KiB";
  private static final int SESSIONS = 8;
  private static final int LINES = 20_000;
  private static final int RATE = 1_000;
  private static final int MIN_WORK_MS = 20;
  private static final int MAX_WORK_MS = 800;
  private static final int PAGE = 500;
  private static final int ROUNDS_PER_OUTAGE = 4;
  private static final String AWAY = "west";
  private static final Duration FIRST_SAFE_WITHIN = Duration.ofSeconds(60);
  private static final Duration LAST_ENDS_WITHIN = Duration.ofMinutes(4);
  private static final Duration OUTPUT_READ_WITHIN = Duration.ofSeconds(20);

  private final int kills;
  private final long seed;
  private final KillRows rows;
  private final Random random;
  private final List<ProducerNotes> producers = new ArrayList<>();

  /** A test of so many {@code kills}; the {@code seed} chooses the moments. */
  public ProducerKillTest(int kills, long seed, KillRows rows) {
    this.kills = kills;
    this.seed = seed;
    this.rows = rows;
    this.random = new Random(seed);
  }

  @Override
  public String name() {
    return "kill-test";
  }

  @Override
  public KillTestOutcome play(Stage stage)
      throws IOException, InterruptedException, TimeoutException {
    rows.print(HEADING, List.of());
    LocalProcess stack = LocalProcess.start(stage.children());
    Path journal = stage.files().directory().resolve("journal");
    stage.files().writeConfig(configuration(stack.endpoints(), journal));
    ControlClient control = new ControlClient(stack.endpoints().control());
    for (int kill = 1; kill <= kills; kill++) {
      if (kill % ROUNDS_PER_OUTAGE == 0) {
        control.outage(AWAY, Outage.REFUSE);
      }
      rows.print(killOne(stage, kill) + "  %11d".formatted(kibibytes(journal)), List.of());
      if (kill % ROUNDS_PER_OUTAGE == 1) {
        control.restore(AWAY);
      }
    }
    control.restore(AWAY);
    sendTheLast(stage);
    stack
        .endpoints()
        .connectionStrings()
        .forEach((region, secret) -> judge(region.value(), secret));
    stack.process().kill();
    return new KillTestOutcome(kills, seed, rows.defects());
  }

  private void sendTheLast(Stage stage) throws IOException, InterruptedException, TimeoutException {
    ChildProcess last = start(stage, kills + 1, 1);
    int exit = last.awaitEnd(LAST_ENDS_WITHIN);
    last.awaitOutputEnd(OUTPUT_READ_WITHIN);
    if (exit != 0) {
      rows.print("last producer", List.of("ended with " + exit + ", see " + last.log()));
    }
  }

  private void judge(String region, Secret connectionString) {
    ProducerHistory history = new ProducerHistory(producers);
    history.judge(region, arrivals(new RawClients(region, connectionString)));
    rows.print(summary(region, history), history.defects());
  }

  private String killOne(Stage stage, int kill)
      throws IOException, InterruptedException, TimeoutException {
    ChildProcess producer = start(stage, kill, LINES);
    try {
      producer.awaitReady(FIRST_SAFE_WITHIN);
    } catch (TimeoutException e) {
      throw new TimeoutException(
          "%s called nothing safe within %d s, see %s"
              .formatted(producer.name(), FIRST_SAFE_WITHIN.toSeconds(), producer.log()));
    }
    int work = random.nextInt(MIN_WORK_MS, MAX_WORK_MS);
    // Not a wait for something: the moment of the kill.
    Thread.sleep(work);
    // Not by the process's own method: that closes the pipe, and what it said would be lost.
    ProcessHandle.of(producer.pid()).ifPresent(ProcessHandle::destroyForcibly);
    producer.awaitEnd(OUTPUT_READ_WITHIN);
    producer.awaitOutputEnd(OUTPUT_READ_WITHIN);
    ProducerNotes notes = producers.get(kill - 1);
    return "%4d  %8d  %4d  %4d".formatted(kill, work, notes.sent(), notes.safe().cardinality());
  }

  private ChildProcess start(Stage stage, int number, int lines) throws IOException {
    Path directory = stage.files().directory();
    Path input = directory.resolve("input-" + number + ".ndjson");
    try (BufferedWriter out = Files.newBufferedWriter(input)) {
      for (int line = 1; line <= lines; line++) {
        out.write(
            "{\"session\":\"s%d\",\"id\":\"%s\",\"text\":\"sent by producer %d\"}%n"
                .formatted(random.nextInt(SESSIONS), ProducerHistory.idOf(number, line), number));
      }
    }
    ProducerNotes notes = new ProducerNotes();
    producers.add(notes);
    List<String> arguments =
        List.of(
            "send",
            "--config",
            directory.resolve("twinbus.yaml").toString(),
            "--input",
            input.toString(),
            "--rate",
            String.valueOf(RATE),
            "--receipts");
    JavaCommand command =
        new JavaCommand("producer-" + number, "256m", arguments, Map.of(), JavaCommand.Jvm.SMALL);
    return stage.children().start(command, line -> line.startsWith("safe "), notes::line);
  }

  private static String configuration(Endpoints endpoints, Path journal) {
    return endpoints.toYaml()
        + """
          standby-delay: 0s
          sender:
            acknowledge: journal
            journal: '%s'
            journal-max-mib: 256
            max-in-flight-messages: 500000
        """
            .formatted(journal);
  }

  private static long kibibytes(Path journal) throws IOException {
    try (var files = Files.list(journal)) {
      return files.mapToLong(file -> file.toFile().length()).sum() / 1024;
    }
  }

  private String summary(String region, ProducerHistory history) {
    long sent = producers.stream().mapToLong(ProducerNotes::sent).sum();
    long safe = producers.stream().mapToLong(notes -> notes.safe().cardinality()).sum();
    return "%s: %d sent, %d safe, %d took effect once, %d repeats dropped, %d streams, %d defects"
        .formatted(
            region,
            sent,
            safe,
            history.effects(),
            history.repeats(),
            history.streams(),
            history.defects().size());
  }

  private static List<Arrival> arrivals(RawClients clients) {
    List<Arrival> all = new ArrayList<>();
    try (ServiceBusReceiverClient looker = clients.looker(SubQueue.NONE)) {
      for (long from = 0; ; ) {
        List<ServiceBusReceivedMessage> page = looker.peekMessages(PAGE, from).stream().toList();
        if (page.isEmpty()) {
          return all;
        }
        page.forEach(message -> all.add(Arrival.of(message)));
        from = page.get(page.size() - 1).getSequenceNumber() + 1;
      }
    }
  }
}
