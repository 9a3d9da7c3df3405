package io.twinbus.ops.watch;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.command.CliContext;
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
import java.util.Collections;
import java.util.Comparator;
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
import java.util.stream.Collectors;

/**
 * Takes snapshots: the ledger and every region's queue at the same time, over connections that stay
 * open. A region that does not answer holds only the first one up; it is asked on, and its answer
 * is in the next snapshot after it came. Not thread-safe.
 */
public final class Observer implements AutoCloseable {

  private static final int COPIES = 500;

  /**
   * How long a look waits for a region's answer.
   *
   * @param first at the first look, which opens the connections
   * @param next at each one after it
   * @param keep how long a region's last answer is shown while the next is awaited
   */
  public record Patience(Duration first, Duration next, Duration keep) {

    /**
     * For a command that shows what it sees: a queue gives up by itself before the first is over.
     */
    public static final Patience OF_COMMANDS =
        new Patience(Duration.ofSeconds(20), Duration.ofSeconds(3), Duration.ZERO);
  }

  private record Kept(Snapshot.Queue queue, Instant at) {}

  private final OpenLedger ledger;
  private final ClusterSettings cluster;
  private final CliContext context;
  private final Patience patience;
  private final Census census;
  private final SortedMap<RegionName, Kept> kept = new TreeMap<>();
  private final SortedMap<RegionName, RegionQueue> queues = new TreeMap<>();
  private final SortedMap<RegionName, Future<Snapshot.Queue>> asked = new TreeMap<>();
  private final ExecutorService threads;
  private boolean hasLooked;

  /** An observer with the patience of commands, which counts sessions at each look. */
  public Observer(OpenLedger ledger, ClusterSettings cluster, CliContext context) {
    this(ledger, cluster, context, Patience.OF_COMMANDS, Census.EACH_TIME);
  }

  /** An observer that waits for regions with {@code patience} and counts by {@code census}. */
  public Observer(
      OpenLedger ledger,
      ClusterSettings cluster,
      CliContext context,
      Patience patience,
      Census census) {
    this.ledger = ledger;
    this.cluster = cluster;
    this.context = context;
    this.patience = patience;
    this.census = census;
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

  /** What the system shows now. Blocks within the bounds of its requests. */
  public Snapshot look() {
    queues.forEach(
        (region, queue) ->
            asked.computeIfAbsent(region, unasked -> threads.submit(() -> look(queue))));
    Instant at = context.wall();
    Optional<String> trouble = Optional.empty();
    Optional<String> doubt = Optional.empty();
    InstancesView instances = InstancesView.NONE;
    Census.Counts counts = new Census.Counts(Map.of(), 0);
    try {
      instances = Reads.instances(ledger);
      // Leases age while regions are waited for: their age is the one at which they were read.
      at = context.wall();
      counts = census.take(ledger);
      doubt = ClusterDoubt.of(ledger.deployment().get(), cluster);
    } catch (CommandFailure e) {
      trouble = Optional.of(String.valueOf(e.getMessage()));
    }
    SortedMap<RegionName, Snapshot.Queue> seen = new TreeMap<>();
    queues.keySet().forEach(region -> seen.put(region, answered(region)));
    hasLooked = true;
    Snapshot.Wanted wanted = Snapshot.Wanted.of(instances.directive(), cluster, at).and(doubt);
    return new Snapshot(
        at, instances.all(), wanted, counts.byStatus(), counts.gaps(), seen, trouble);
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
          Optional.empty(),
          longest(active));
    } catch (RegionUnreachableException e) {
      return Snapshot.Queue.silent(String.valueOf(e.getMessage()));
    }
  }

  private static List<Snapshot.Waiting> longest(List<QueuedCopy> active) {
    Map<String, List<QueuedCopy>> bySession =
        active.stream().collect(Collectors.groupingBy(copy -> copy.names().session()));
    return bySession.values().stream()
        .map(Observer::waiting)
        .sorted(Comparator.comparing(Snapshot.Waiting::since))
        .limit(Snapshot.Queue.MAX_LONGEST)
        .toList();
  }

  private static Snapshot.Waiting waiting(List<QueuedCopy> copies) {
    QueuedCopy head = Collections.min(copies, Comparator.comparing(copy -> copy.at().enqueuedAt()));
    return new Snapshot.Waiting(
        head.names().session(), copies.size(), head.at().enqueuedAt(), head.names().message());
  }

  private Snapshot.Queue answered(RegionName region) {
    Future<Snapshot.Queue> answer = Objects.requireNonNull(asked.get(region));
    Duration bound = hasLooked ? patience.next() : patience.first();
    try {
      Snapshot.Queue seen = answer.get(bound.toMillis(), TimeUnit.MILLISECONDS);
      asked.remove(region);
      kept.put(region, new Kept(seen, context.wall()));
      return seen;
    } catch (TimeoutException e) {
      return last(region)
          .orElseGet(
              () ->
                  Snapshot.Queue.silent(
                      "Region %s does not answer (not within %d s)."
                          .formatted(region, bound.plus(patience.keep()).toSeconds())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Snapshot.Queue.silent("interrupted");
    } catch (ExecutionException e) {
      asked.remove(region);
      return Snapshot.Queue.silent(String.valueOf(e.getCause()));
    }
  }

  private Optional<Snapshot.Queue> last(RegionName region) {
    return Optional.ofNullable(kept.get(region))
        .filter(
            answer -> Duration.between(answer.at(), context.wall()).compareTo(patience.keep()) < 0)
        .map(Kept::queue);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    queues.values().forEach(RegionQueue::close);
  }
}
