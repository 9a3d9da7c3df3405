package io.twinbus.proving.bench.subject;

import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.DelayMillis;
import io.twinbus.local.control.RegionStats;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Distances;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.ProcessMemory;
import io.twinbus.proving.bench.product.ProductSettings;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A local stack of a benchmark, and what one does with it between rounds. Thread-safe. */
final class MeasuredStack implements AutoCloseable {

  static final String EAST = "east";
  static final String WEST = "west";
  static final List<String> REGIONS = List.of(EAST, WEST);
  static final String QUEUE = EntitySettings.DEFAULT_QUEUE;

  private final Endpoints endpoints;
  private final ControlClient control;
  private final long pid;
  private final Runnable end;

  /** Puts the regions back to where the stage has them. */
  private volatile Runnable farAgain = () -> {};

  private MeasuredStack(Endpoints endpoints, long pid, Runnable end) {
    this.endpoints = endpoints;
    this.control = new ControlClient(endpoints.control());
    this.pid = pid;
    this.end = end;
  }

  /** Starts one with a heap of 1 GiB at most, as the local stack has by default. */
  static MeasuredStack start(BenchStage stage, String... arguments)
      throws IOException, InterruptedException, TimeoutException {
    return startWith(stage, "1g", arguments);
  }

  /**
   * Starts one with a heap of 2 GiB at most, for backlogs of a hundred thousand messages in both
   * regions: where the collector is busy with those, it is the collector that is measured.
   */
  static MeasuredStack startRoomy(BenchStage stage)
      throws IOException, InterruptedException, TimeoutException {
    return startWith(stage, "2g");
  }

  /** Starts one that has nothing between it and its clients, whatever the stage's distances are. */
  static MeasuredStack startNear(BenchStage stage)
      throws IOException, InterruptedException, TimeoutException {
    return started(stage, "2g");
  }

  /** Starts one whose receivers stand in their own region each, so that both are near. */
  static MeasuredStack startEachRegionNear(BenchStage stage)
      throws IOException, InterruptedException, TimeoutException {
    Distances distances = stage.distances();
    return startAt(stage, "1g", distances == null ? null : distances.eachRegionNear());
  }

  /** Starts one with a heap of 2 GiB at most that is so far away, wherever the stage's are. */
  static MeasuredStack startRoomyAt(BenchStage stage, Distances distances)
      throws IOException, InterruptedException, TimeoutException {
    return startAt(stage, "2g", distances);
  }

  /** Starts one with a heap of 5 GiB at most, for two gibibytes of messages in one region. */
  static MeasuredStack startLarge(BenchStage stage)
      throws IOException, InterruptedException, TimeoutException {
    return startWith(stage, "5g");
  }

  private static MeasuredStack startWith(BenchStage stage, String maxHeap, String... arguments)
      throws IOException, InterruptedException, TimeoutException {
    return startAt(stage, maxHeap, stage.distances(), arguments);
  }

  private static MeasuredStack startAt(
      BenchStage stage, String maxHeap, @Nullable Distances distances, String... arguments)
      throws IOException, InterruptedException, TimeoutException {
    MeasuredStack stack = started(stage, maxHeap, arguments);
    if (distances != null) {
      distances.apply(stack.control, EAST, WEST);
      stack.farAgain = () -> distances.applyToRegions(stack.control, EAST, WEST);
    }
    return stack;
  }

  private static MeasuredStack started(BenchStage stage, String maxHeap, String... arguments)
      throws IOException, InterruptedException, TimeoutException {
    Endpoints lent = stage.lent();
    if (lent != null) {
      return new MeasuredStack(lent, ProcessHandle.current().pid(), () -> {});
    }
    LocalProcess process = stage.startStack(maxHeap, List.of(arguments));
    return new MeasuredStack(
        process.endpoints(), process.process().pid(), () -> process.process().end());
  }

  /** The process that it runs in. */
  long pid() {
    return pid;
  }

  Endpoints endpoints() {
    return endpoints;
  }

  ControlClient control() {
    return control;
  }

  /** The connection string of {@code region}. */
  String connection(String region) {
    return Objects.requireNonNull(endpoints().connectionStrings().get(new RegionName(region)))
        .reveal();
  }

  /** The product's settings, with {@code others}. */
  FlatSettings settings(Map<String, String> others) {
    return ProductSettings.of(endpoints, others);
  }

  /** Delays both regions: a round trip takes so long, and the service so long beside it. */
  void distance(int roundTripMillis, int serviceMillis) {
    int back = roundTripMillis / 2;
    int there = roundTripMillis - back + serviceMillis;
    REGIONS.forEach(region -> control.latency(region, DelayMillis.ofDirections(there, back)));
  }

  /** How many messages of {@code region} have not reached an end. */
  int unsettled(String region) {
    RegionStats stats = control.stats().region(region);
    return stats.entities().stream().mapToInt(EntityCounts::unsettled).sum();
  }

  /** How many messages of {@code region} wait for their time. */
  int scheduled(String region) {
    RegionStats stats = control.stats().region(region);
    return stats.entities().stream().mapToInt(EntityCounts::scheduled).sum();
  }

  /** What the ledger is asked for in the {@code seconds} to come, in request units a second. */
  double unitsPerSecond(int seconds) {
    double before = units();
    Stopwatch watch = Stopwatch.start();
    while (watch.seconds() < seconds) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return (units() - before) / watch.seconds();
  }

  /** What the ledger has been asked for so far, in request units. */
  double units() {
    return control.stats().ledger().requestUnits();
  }

  /** Removes all messages of both regions. */
  void empty() {
    REGIONS.forEach(region -> control.empty(region, null));
  }

  /** The same contender, with both regions emptied before each round. */
  Contender emptiedFor(Contender contender) {
    return prepared(contender, () -> {}, () -> {});
  }

  /**
   * The same, and what it has put into west is gone before its time begins, and what the sending
   * has left on both processes' heaps: so a round of a receiver in east has nothing in it of copies
   * that become due in another region, which has a broker of its own anywhere but here, and does
   * not pay for the sender's garbage. What it receives is sent without a distance.
   */
  Contender emptiedInEast(Contender contender) {
    return prepared(
        contender,
        () -> REGIONS.forEach(region -> control.latency(region, DelayMillis.ofDirections(0, 0))),
        () -> {
          control.empty(WEST, null);
          collect();
          farAgain.run();
        });
  }

  private void collect() {
    try {
      ProcessMemory.collectHereAndIn(pid);
    } catch (IOException e) {
      throw new IllegalStateException("The local stack's garbage cannot be collected.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The round was interrupted.", e);
    }
  }

  private Contender prepared(Contender contender, Runnable before, Runnable afterwards) {
    return new Contender() {
      @Override
      public void prepare(int round) {
        empty();
        before.run();
        contender.prepare(round);
        afterwards.run();
      }

      @Override
      public Lap run(int round) {
        try {
          return contender.run(round);
        } catch (IllegalStateException e) {
          throw new IllegalStateException(
              "%s The broker of %s has %s."
                  .formatted(e.getMessage(), EAST, control.stats().region(EAST).entities()),
              e);
        }
      }

      @Override
      public void close() {
        contender.close();
      }
    };
  }

  @Override
  public void close() {
    end.run();
  }
}
