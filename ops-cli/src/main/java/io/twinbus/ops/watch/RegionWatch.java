package io.twinbus.ops.watch;

import io.twinbus.ops.command.CliContext;
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
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Looks at one queue in every region, over connections that stay open. A region that does not
 * answer is asked on, and its answer is taken when it comes. Not thread-safe.
 */
final class RegionWatch implements AutoCloseable {

  private static final int COPIES = 500;

  private record Kept(Snapshot.Queue queue, Instant at) {}

  private final CliContext context;
  private final RegionThreads threads;
  private final Duration keep;
  private final SortedMap<RegionName, Kept> kept = new TreeMap<>();
  private final SortedMap<RegionName, RegionQueue> queues = new TreeMap<>();
  private final SortedMap<RegionName, Future<Snapshot.Queue>> asked = new TreeMap<>();

  /**
   * A watch on the queue of {@code cluster}.
   *
   * @param keep how long a region's last answer is shown while the next is awaited
   */
  RegionWatch(ClusterSettings cluster, CliContext context, RegionThreads threads, Duration keep) {
    this.context = context;
    this.threads = threads;
    this.keep = keep;
    cluster
        .regions()
        .forEach(
            (name, region) -> queues.put(name, context.queues().open(region, cluster.entity())));
  }

  /** Asks every region that owes no answer. */
  void ask() {
    queues.forEach(
        (region, queue) ->
            asked.computeIfAbsent(region, unasked -> threads.of(region).submit(() -> look(queue))));
  }

  /** What the regions answer, each within what is left of {@code bound}. */
  SortedMap<RegionName, Snapshot.Queue> answers(Bound bound) {
    SortedMap<RegionName, Snapshot.Queue> seen = new TreeMap<>();
    queues.keySet().forEach(region -> seen.put(region, answered(region, bound)));
    return seen;
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
        .map(RegionWatch::waiting)
        .sorted(Comparator.comparing(Snapshot.Waiting::since))
        .limit(Snapshot.Queue.MAX_LONGEST)
        .toList();
  }

  private static Snapshot.Waiting waiting(List<QueuedCopy> copies) {
    QueuedCopy head = Collections.min(copies, Comparator.comparing(copy -> copy.at().enqueuedAt()));
    return new Snapshot.Waiting(
        head.names().session(), copies.size(), head.at().enqueuedAt(), head.names().message());
  }

  private Snapshot.Queue answered(RegionName region, Bound bound) {
    Future<Snapshot.Queue> answer = Objects.requireNonNull(asked.get(region));
    try {
      Snapshot.Queue seen = answer.get(bound.left().toMillis(), TimeUnit.MILLISECONDS);
      asked.remove(region);
      kept.put(region, new Kept(seen, context.wall()));
      return seen;
    } catch (TimeoutException e) {
      return last(region)
          .orElseGet(
              () ->
                  Snapshot.Queue.silent(
                      "Region %s does not answer (not within %d s)."
                          .formatted(region, bound.whole().plus(keep).toSeconds())));
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
        .filter(answer -> Duration.between(answer.at(), context.wall()).compareTo(keep) < 0)
        .map(Kept::queue);
  }

  @Override
  public void close() {
    queues.values().forEach(RegionQueue::close);
  }
}
