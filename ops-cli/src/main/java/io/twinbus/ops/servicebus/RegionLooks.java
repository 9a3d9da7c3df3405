package io.twinbus.ops.servicebus;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/** Looks through the queues of all regions at the same time. */
public final class RegionLooks {

  /** How many copies of a queue a look goes through unless told otherwise. */
  public static final int DEFAULT_MOST = 10_000;

  /**
   * What one region shows.
   *
   * @param copies of the queue and its dead letters, together
   * @param isWhole whether that is all; false: the look ended at its bound
   * @param trouble why the region says nothing
   */
  public record Seen(
      RegionName region, List<QueuedCopy> copies, boolean isWhole, Optional<String> trouble) {

    /** Those in {@code place}. */
    public List<QueuedCopy> in(QueuedCopy.Place place) {
      return copies.stream().filter(copy -> copy.place() == place).toList();
    }
  }

  private final QueueAccess access;
  private final ClusterSettings cluster;

  /** Looks at {@code cluster}'s regions. */
  public RegionLooks(QueueAccess access, ClusterSettings cluster) {
    this.access = access;
    this.cluster = cluster;
  }

  /**
   * The copies and dead letters that {@code wanted} lets through, of the first {@code most} of each
   * queue; by region. A region that does not answer costs seconds and keeps no other from
   * answering.
   */
  public List<Seen> look(int most, Predicate<QueuedCopy> wanted) {
    return each(
        queue -> {
          RegionQueue.Look queued = queue.look(false, most, wanted);
          RegionQueue.Look dead = queue.look(true, most, wanted);
          List<QueuedCopy> all = new ArrayList<>(queued.copies());
          all.addAll(dead.copies());
          return new Seen(
              queue.region(), all, queued.isWhole() && dead.isWhole(), Optional.empty());
        });
  }

  /** Only the dead letters. */
  public List<Seen> lookAtLetters(int most, Predicate<QueuedCopy> wanted) {
    return each(
        queue -> {
          RegionQueue.Look dead = queue.look(true, most, wanted);
          return new Seen(queue.region(), dead.copies(), dead.isWhole(), Optional.empty());
        });
  }

  /**
   * What {@code copy} carries; empty when it is no longer where it was.
   *
   * @throws RegionUnreachableException when its region does not answer
   */
  public Optional<QueuedBody> body(QueuedCopy copy) {
    RegionSettings region = cluster.region(copy.region().value());
    try (RegionQueue queue = access.open(region, cluster.entity())) {
      return queue.body(copy);
    }
  }

  private interface Question {
    Seen ask(RegionQueue queue);
  }

  private List<Seen> each(Question question) {
    ExecutorService threads = Executors.newFixedThreadPool(cluster.regions().size());
    try {
      List<Future<Seen>> answers = new ArrayList<>();
      for (Map.Entry<RegionName, RegionSettings> region : cluster.regions().entrySet()) {
        answers.add(threads.submit(() -> ask(region.getValue(), question)));
      }
      List<Seen> seen = new ArrayList<>();
      for (Future<Seen> answer : answers) {
        seen.add(answer.get());
      }
      return seen;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while looking at the regions.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A look at a region failed.", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private Seen ask(RegionSettings region, Question question) {
    try (RegionQueue queue = access.open(region, cluster.entity())) {
      return question.ask(queue);
    } catch (RegionUnreachableException e) {
      return new Seen(region.name(), List.of(), false, Optional.of(String.valueOf(e.getMessage())));
    }
  }
}
