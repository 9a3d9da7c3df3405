package io.twinbus.proving.killtest;

import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.nio.file.Path;
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
public final class KillTest {
  private static final Duration AT_WORK_WITHIN = Duration.ofSeconds(15);
  private static final Duration WORKERS_END_WITHIN = Duration.ofSeconds(20);
  private static final int SESSIONS_PER_REGION = 3;
  private static final int DOCUMENT_WORKERS = 2;
  private static final int MIN_WORK_MS = 300;
  private static final int MAX_WORK_MS = 1_500;

  private final Children children;
  private final Path dataDir;
  private final Random random;
  private final Expectations expectations = new Expectations();
  private final List<String> workerFailures = new ArrayList<>();
  private int starts;

  /** A test in a directory that is empty so far; the seed chooses the moments and the calls. */
  public KillTest(Children children, Path dataDir, long seed) {
    this.children = children;
    this.dataDir = dataDir;
    this.random = new Random(seed);
  }

  /** Told of each round. */
  public interface Observer {
    /** A round is over; its row belongs under {@link #heading()}. */
    void round(String row, List<String> defects);
  }

  /** What stands above the rows. */
  public static String heading() {
    return Round.HEADING;
  }

  /**
   * Kills so many times; answers how many defects were found.
   *
   * @throws IOException when the stack cannot be started
   * @throws TimeoutException when it is not ready in time
   */
  public int run(int kills, Observer observer)
      throws IOException, InterruptedException, TimeoutException {
    int defects = 0;
    LocalProcess stack = start();
    for (int kill = 1; kill <= kills; kill++) {
      Duration worked = workUntilKilled(stack, kill);
      long before = System.nanoTime();
      stack = start();
      Duration restart = Duration.ofNanos(System.nanoTime() - before);
      Round round = inspect(stack.endpoints(), worked, restart);
      observer.round(round.row(kill), round.defects());
      defects += round.defects().size();
    }
    stack.process().kill();
    return defects;
  }

  private LocalProcess start() throws IOException, InterruptedException, TimeoutException {
    return LocalProcess.start(
        children,
        LocalProcess.command(
            "local-" + ++starts, List.of("--data-dir", dataDir.toString()), JavaCommand.Jvm.SMALL));
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
    Tally acknowledged = expectations.takeTally();
    List<String> defects = new ArrayList<>(workerFailures);
    workerFailures.clear();
    Map<String, List<Place>> found = new HashMap<>();
    for (RegionClients clients : regions(stack).values()) {
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

  private static Map<String, RegionClients> regions(Endpoints stack) {
    Map<String, RegionClients> regions = new HashMap<>();
    stack
        .connectionStrings()
        .forEach(
            (region, secret) ->
                regions.put(region.value(), new RegionClients(region.value(), secret)));
    return regions;
  }
}
