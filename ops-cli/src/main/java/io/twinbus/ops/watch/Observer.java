package io.twinbus.ops.watch;

import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.InstancesView;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.regions.ClusterDoubt;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionQueue;
import io.twinbus.ops.servicebus.RegionUnreachableException;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Takes snapshots: the ledger and every region's queue at the same time, over connections that stay
 * open. A region that does not answer holds only the first one up; it is asked on, and its answer
 * is in the next snapshot after it came. Not thread-safe.
 */
final class Observer implements AutoCloseable {

  private static final int COPIES = 500;
  private static final int GAPS = 100;

  /** The first look opens the connections, and a queue gives up by itself before that. */
  private static final Duration FIRST_PATIENCE = Duration.ofSeconds(20);

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final OpenLedger ledger;
  private final ClusterSettings cluster;
  private final CliContext context;
  private final SortedMap<RegionName, RegionQueue> queues = new TreeMap<>();
  private final SortedMap<RegionName, Future<Snapshot.Queue>> asked = new TreeMap<>();
  private final ExecutorService threads;
  private Duration patience = FIRST_PATIENCE;

  Observer(OpenLedger ledger, ClusterSettings cluster, CliContext context) {
    this.ledger = ledger;
    this.cluster = cluster;
    this.context = context;
    cluster
        .regions()
        .forEach(
            (name, region) -> queues.put(name, context.queues().open(region, cluster.entity())));
    this.threads =
        Executors.newFixedThreadPool(
            queues.size(),
            task -> {
              Thread thread = new Thread(task, "watch-region");
              thread.setDaemon(true);
              return thread;
            });
  }

  Snapshot look() {
    queues.forEach(
        (region, queue) ->
            asked.computeIfAbsent(region, unasked -> threads.submit(() -> look(queue))));
    Instant at = context.wall();
    Optional<String> trouble = Optional.empty();
    Optional<String> doubt = Optional.empty();
    InstancesView instances = InstancesView.NONE;
    Map<SessionStatus, Long> counts = Map.of();
    int gaps = 0;
    try {
      instances = Reads.instances(ledger);
      // Leases age while regions are waited for: their age is the one at which they were read.
      at = context.wall();
      counts = counts();
      gaps = gaps();
      doubt = ClusterDoubt.of(ledger.deployment().get(), cluster);
    } catch (CommandFailure e) {
      trouble = Optional.of(String.valueOf(e.getMessage()));
    }
    SortedMap<RegionName, Snapshot.Queue> seen = new TreeMap<>();
    queues.keySet().forEach(region -> seen.put(region, answered(region)));
    patience = PATIENCE;
    Snapshot.Wanted wanted = Snapshot.Wanted.of(instances.directive(), cluster, at).and(doubt);
    return new Snapshot(at, instances.all(), wanted, counts, gaps, seen, trouble);
  }

  private Map<SessionStatus, Long> counts() {
    return Answers.await(ledger.queries().counts()) instanceof CountsOutcome.Counted counted
        ? counted.byStatus()
        : Map.of();
  }

  private int gaps() {
    return Answers.await(
                ledger.queries().list(SessionFilter.ALL.withGaps(), GAPS, Optional.empty()))
            instanceof PageOutcome.Page page
        ? page.sessions().size()
        : 0;
  }

  private Snapshot.Queue look(RegionQueue queue) {
    try {
      RegionQueue.Look copies = queue.look(false, COPIES, copy -> true);
      RegionQueue.Look dead = queue.look(true, COPIES, copy -> true);
      Instant now = context.wall();
      List<QueuedCopy> active =
          copies.copies().stream().filter(c -> c.place() == QueuedCopy.Place.ACTIVE).toList();
      Optional<Duration> lag =
          active.stream()
              .map(copy -> Duration.between(copy.at().enqueuedAt(), now))
              .max(Duration::compareTo);
      return new Snapshot.Queue(
          active.size(),
          copies.copies().size() - active.size(),
          dead.copies().size(),
          copies.isWhole(),
          lag,
          Optional.empty());
    } catch (RegionUnreachableException e) {
      return Snapshot.Queue.silent(String.valueOf(e.getMessage()));
    }
  }

  private Snapshot.Queue answered(RegionName region) {
    Future<Snapshot.Queue> answer = Objects.requireNonNull(asked.get(region));
    try {
      Snapshot.Queue seen = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      asked.remove(region);
      return seen;
    } catch (TimeoutException e) {
      return Snapshot.Queue.silent(
          "Region %s does not answer (not within %d s).".formatted(region, patience.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Snapshot.Queue.silent("interrupted");
    } catch (ExecutionException e) {
      asked.remove(region);
      return Snapshot.Queue.silent(String.valueOf(e.getCause()));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    queues.values().forEach(RegionQueue::close);
  }
}
