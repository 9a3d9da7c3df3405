package io.twinbus.proving.killtest;

import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.run.Scenario;
import io.twinbus.rehearsal.run.Stage;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Kills a local stack that keeps its data in a directory, while threads send, settle and write.
 *
 * <ol>
 *   <li>Workers call through the SDKs, without retries, and note each call before it is made and
 *       again when it has returned.
 *   <li>At a moment that the seed chooses the stack gets SIGKILL, and is started again on the same
 *       directory.
 *   <li>All that it holds is compared with the notes: a call that had returned must show, one that
 *       was under way may.
 *   <li>The next round goes on with the same data.
 * </ol>
 */
public final class KillTest implements Scenario {
  private static final Duration AT_WORK_WITHIN = Duration.ofSeconds(15);
  private static final Duration WORKERS_END_WITHIN = Duration.ofSeconds(20);
  private static final int SESSIONS_PER_REGION = 3;
  private static final int DOCUMENT_WORKERS = 2;
  private static final int MIN_WORK_MS = 300;
  private static final int MAX_WORK_MS = 1_500;

  private final int kills;
  private final long seed;
  private final KillRows rows;
  private final Random random;
  private final Expectations expectations = new Expectations();
  private final List<String> workerFailures = new ArrayList<>();
  private int starts;

  /** A test of so many {@code kills}; the {@code seed} chooses the moments and the calls. */
  public KillTest(int kills, long seed, KillRows rows) {
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
    rows.print(Round.HEADING, List.of());
    LocalProcess stack = start(stage);
    for (int kill = 1; kill <= kills; kill++) {
      Duration worked = workUntilKilled(stack, kill);
      MonotonicTime killed = stage.now();
      stack = start(stage);
      Round round = inspect(stack.endpoints(), worked, stage.now().since(killed));
      rows.print(round.row(kill), round.defects());
    }
    stack.process().kill();
    return new KillTestOutcome(kills, seed, rows.defects());
  }

  private LocalProcess start(Stage stage)
      throws IOException, InterruptedException, TimeoutException {
    return LocalProcess.start(
        stage.children(),
        LocalProcess.command(
            "local-" + ++starts,
            List.of("--data-dir", stage.files().directory().resolve("data").toString()),
            JavaCommand.Jvm.SMALL));
  }

  private Duration workUntilKilled(LocalProcess stack, int kill) throws InterruptedException {
    AtomicBoolean killed = new AtomicBoolean();
    List<Worker> workers = workers(stack.endpoints(), kill, killed);
    workers.forEach(Thread::start);
    awaitAllAtWork();
    Duration work = Duration.ofMillis(random.nextInt(MIN_WORK_MS, MAX_WORK_MS));
    // Not a wait for something: the moment of the kill.
    Thread.sleep(work.toMillis());
    killed.set(true);
    stack.process().kill();
    for (Worker worker : workers) {
      worker.join(WORKERS_END_WITHIN.toMillis());
      if (worker.isAlive()) {
        workerFailures.add(worker.getName() + " has not noticed the kill");
      }
      RuntimeException failure = worker.failure();
      if (failure != null) {
        workerFailures.add(worker.getName() + " failed before the kill: " + failure);
      }
    }
    return work;
  }

  /** The first clients of a process take seconds to start, in which a kill would prove nothing. */
  private void awaitAllAtWork() throws InterruptedException {
    long end = System.nanoTime() + AT_WORK_WITHIN.toNanos();
    while (!expectations.messagesAndValuesAcknowledged() && System.nanoTime() < end) {
      Thread.sleep(10);
    }
  }

  private List<Worker> workers(Endpoints stack, int kill, AtomicBoolean killed) {
    List<Worker> workers = new ArrayList<>();
    regions(stack)
        .forEach(
            (region, clients) -> {
              for (int i = 0; i < SESSIONS_PER_REGION; i++) {
                String session = "%s-%d-%d".formatted(region, kill, i);
                Random own = new Random(random.nextLong());
                workers.add(new QueueWorker(clients, session, expectations, own, killed));
              }
            });
    for (int i = 0; i < DOCUMENT_WORKERS; i++) {
      String partition = "docs-%d-%d".formatted(kill, i);
      Random own = new Random(random.nextLong());
      workers.add(new DocumentWorker(stack, partition, expectations, own, killed));
    }
    return workers;
  }

  private Round inspect(Endpoints stack, Duration worked, Duration restart) {
    AcknowledgedCounts acknowledged = expectations.takeTally();
    List<String> defects = new ArrayList<>(workerFailures);
    workerFailures.clear();
    Map<String, List<MessagePlace>> found = new HashMap<>();
    for (RawClients clients : regions(stack).values()) {
      Inspection.messages(clients)
          .forEach(
              (id, places) -> found.computeIfAbsent(id, n -> new ArrayList<>()).addAll(places));
      try (ServiceBusSessionReceiverClient sessions = clients.sessions()) {
        for (String name : expectations.names()) {
          String prefix = clients.stateName("");
          if (name.startsWith(prefix)) {
            String state = Inspection.state(sessions, name.substring(prefix.length()));
            defects.addAll(expectations.compareValue(name, state));
          }
        }
      }
    }
    defects.addAll(expectations.compareMessages(found));
    Map<String, String> documents = Documents.all(stack);
    for (String name : expectations.names()) {
      if (name.startsWith(Documents.PREFIX)) {
        defects.addAll(expectations.compareValue(name, documents.getOrDefault(name, "")));
      }
    }
    return new Round(worked, acknowledged, restart, found.size(), defects);
  }

  private static Map<String, RawClients> regions(Endpoints stack) {
    Map<String, RawClients> regions = new HashMap<>();
    stack
        .connectionStrings()
        .forEach(
            (region, secret) ->
                regions.put(region.value(), new RawClients(region.value(), secret)));
    return regions;
  }
}
