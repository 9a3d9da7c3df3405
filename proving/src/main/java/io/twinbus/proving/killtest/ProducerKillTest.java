package io.twinbus.proving.killtest;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.network.Outage;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
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
public final class ProducerKillTest {
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

  private final Children children;
  private final Path directory;
  private final Random random;
  private final List<ProducerNotes> producers = new ArrayList<>();

  /** A test in a directory that is empty so far; the seed chooses the moments. */
  public ProducerKillTest(Children children, Path directory, long seed) {
    this.children = children;
    this.directory = directory;
    this.random = new Random(seed);
  }

  /** What stands above the rows. */
  public static String heading() {
    return "kill  after ms  sent  safe  journal KiB";
  }

  /**
   * Kills so many times; answers how many defects were found.
   *
   * @throws IOException when a process cannot be started, or a file not be written
   * @throws TimeoutException when one takes too long
   */
  public int run(int kills, KillTest.Observer observer)
      throws IOException, InterruptedException, TimeoutException, ExecutionException {
    LocalProcess stack = LocalProcess.start(children);
    Path config = directory.resolve("producer.yaml");
    Files.writeString(config, configuration(stack.endpoints()));
    ControlClient control = new ControlClient(stack.endpoints().control());
    for (int kill = 1; kill <= kills; kill++) {
      if (kill % ROUNDS_PER_OUTAGE == 0) {
        control.outage(AWAY, Outage.REFUSE);
      }
      observer.round(killOne(config, kill), List.of());
      if (kill % ROUNDS_PER_OUTAGE == 1) {
        control.restore(AWAY);
      }
    }
    control.restore(AWAY);
    ChildProcess last = start(config, kills + 1, 1);
    int exit = last.ended().get(LAST_ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    last.awaitOutputEnd(OUTPUT_READ_WITHIN);
    List<String> defects = new ArrayList<>();
    if (exit != 0) {
      defects.add("the last producer ended with " + exit + ", see " + last.log());
    }
    stack
        .endpoints()
        .connectionStrings()
        .forEach(
            (region, secret) -> {
              RegionClients clients = new RegionClients(region.value(), secret);
              ProducerHistory history = new ProducerHistory(producers);
              history.judge(region.value(), arrivals(clients));
              defects.addAll(history.defects());
              observer.round(summary(region.value(), history), history.defects());
            });
    stack.process().kill();
    return defects.size();
  }

  private String killOne(Path config, int kill)
      throws IOException, InterruptedException, TimeoutException, ExecutionException {
    ChildProcess producer = start(config, kill, LINES);
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
    producer.ended().get(OUTPUT_READ_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    producer.awaitOutputEnd(OUTPUT_READ_WITHIN);
    ProducerNotes notes = producers.get(kill - 1);
    return "%4d  %8d  %4d  %4d  %11d"
        .formatted(kill, work, notes.sent(), notes.safe().cardinality(), journalBytes() / 1024);
  }

  private ChildProcess start(Path config, int number, int lines) throws IOException {
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
            config.toString(),
            "--input",
            input.toString(),
            "--rate",
            String.valueOf(RATE),
            "--receipts");
    JavaCommand command =
        new JavaCommand("producer-" + number, "256m", arguments, Map.of(), JavaCommand.Jvm.SMALL);
    return children.start(command, line -> line.startsWith("safe "), notes::line);
  }

  private String configuration(Endpoints endpoints) {
    return endpoints.toYaml()
        + """
          standby-delay: 0s
          sender:
            acknowledge: journal
            journal: '%s'
            journal-max-mib: 256
            max-in-flight-messages: 500000
        """
            .formatted(directory.resolve("journal"));
  }

  private long journalBytes() throws IOException {
    try (var files = Files.list(directory.resolve("journal"))) {
      return files.mapToLong(file -> file.toFile().length()).sum();
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

  private static List<Arrival> arrivals(RegionClients clients) {
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
