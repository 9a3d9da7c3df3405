package io.twinbus.ops.watch;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.InstancesView;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.regions.ClusterDoubt;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Takes snapshots: the ledger and every region's queue at the same time, over connections that stay
 * open. A region that does not answer holds only the first one up; it is asked on, and its answer
 * is in the next snapshot after it came. Not thread-safe.
 */
public final class Observer implements SnapshotSource {

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

  private final OpenLedger ledger;
  private final ClusterSettings cluster;
  private final CliContext context;
  private final Patience patience;
  private final Census census;
  private final RegionThreads threads;
  private final RegionWatch regions;
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
    this.threads = new RegionThreads(cluster.regions().keySet(), 1);
    this.regions = new RegionWatch(cluster, context, threads, patience.keep());
  }

  /** What the system shows now. Blocks within the bounds of its requests. */
  @Override
  public Snapshot look() {
    regions.ask();
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
    Duration most = hasLooked ? patience.next() : patience.first();
    SortedMap<RegionName, Snapshot.Queue> seen = regions.answers(Bound.of(most, context.clocks()));
    hasLooked = true;
    Snapshot.Wanted wanted = Snapshot.Wanted.of(instances.directive(), cluster, at).and(doubt);
    return new Snapshot(
        at, instances.all(), wanted, counts.byStatus(), counts.gaps(), seen, trouble);
  }

  @Override
  public void close() {
    threads.close();
    regions.close();
  }
}
