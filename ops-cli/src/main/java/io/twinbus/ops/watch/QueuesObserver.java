package io.twinbus.ops.watch;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.ledger.InstancesView;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.regions.ClusterDoubt;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Takes snapshots of all queues: the leases once, and every queue in every region, at most {@value
 * #AT_A_TIME} of a region at a time. Sessions are not counted: that would cost the ledger a query
 * for each queue at each look. Not thread-safe.
 */
final class QueuesObserver implements SnapshotSource {

  private static final int AT_A_TIME = 4;

  private final OpenLedger ledger;
  private final SortedMap<String, ClusterSettings> queues;
  private final Duration lease;
  private final CliContext context;
  private final RegionThreads threads;
  private final SortedMap<String, RegionWatch> watches = new TreeMap<>();
  private final QueueRates rates = new QueueRates();
  private boolean hasLooked;

  /**
   * Watches {@code queues}, by name; there is one at least.
   *
   * @param lease an instance is dead when its beat is older
   */
  QueuesObserver(
      OpenLedger ledger,
      SortedMap<String, ClusterSettings> queues,
      Duration lease,
      CliContext context) {
    this.ledger = ledger;
    this.queues = queues;
    this.lease = lease;
    this.context = context;
    this.threads = new RegionThreads(first().regions().keySet(), AT_A_TIME);
    queues.forEach(
        (name, cluster) ->
            watches.put(
                name,
                new RegionWatch(cluster, context, threads, Observer.Patience.OF_COMMANDS.keep())));
  }

  private ClusterSettings cluster(String name) {
    return Objects.requireNonNull(queues.get(name), "one of the queues");
  }

  private ClusterSettings first() {
    return queues.values().iterator().next();
  }

  @Override
  public Snapshot look() {
    watches.values().forEach(RegionWatch::ask);
    Instant at = context.wall();
    Optional<String> trouble = Optional.empty();
    Optional<String> doubt = Optional.empty();
    InstancesView instances = InstancesView.NONE;
    try {
      instances = Reads.instances(ledger);
      at = context.wall(); // leases age while regions are waited for
      doubt = ClusterDoubt.of(ledger.deployment().get(), first());
    } catch (CommandFailure e) {
      trouble = Optional.of(String.valueOf(e.getMessage()));
    }
    Instant now = at;
    List<InstanceView> alive =
        instances.all().stream().filter(each -> each.isFresh(lease, now)).toList();
    rates.on(alive);
    SortedMap<String, SortedMap<RegionName, Snapshot.Queue>> seen = answers();
    List<QueueRow> rows = new ArrayList<>();
    for (Map.Entry<String, SortedMap<RegionName, Snapshot.Queue>> each : seen.entrySet()) {
      rows.add(row(each.getKey(), each.getValue(), alive, trouble.isEmpty()));
    }
    return new Snapshot(
        at,
        instances.all(),
        wanted(instances.directive(), at).and(doubt),
        Map.of(),
        0,
        sums(seen),
        trouble,
        rows);
  }

  private SortedMap<String, SortedMap<RegionName, Snapshot.Queue>> answers() {
    Observer.Patience patience = Observer.Patience.OF_COMMANDS;
    Bound bound = Bound.of(hasLooked ? patience.next() : patience.first(), context.clocks());
    hasLooked = true;
    SortedMap<String, SortedMap<RegionName, Snapshot.Queue>> seen = new TreeMap<>();
    watches.forEach((name, watch) -> seen.put(name, watch.answers(bound)));
    return seen;
  }

  private QueueRow row(
      String name,
      SortedMap<RegionName, Snapshot.Queue> regions,
      List<InstanceView> alive,
      boolean isLedgerThere) {
    EntityKey key = EntityKey.of(cluster(name).entity());
    HandlerWord word = isLedgerThere ? HandlerWord.of(key, alive) : new HandlerWord("?", true);
    List<Snapshot.Queue> copies = List.copyOf(regions.values());
    return new QueueRow(
        name,
        word.text(),
        word.isWell(),
        rates.of(key),
        Snapshot.Queue.sum(copies),
        copies.stream().flatMap(each -> each.trouble().stream()).toList());
  }

  /** A region is paused where it is for every queue. */
  private Snapshot.Wanted wanted(Optional<Directive> directive, Instant at) {
    Snapshot.Wanted first = Snapshot.Wanted.of(directive, first(), at);
    Map<RegionName, Directive.Pause> paused = new TreeMap<>(first.paused());
    queues
        .values()
        .forEach(
            cluster ->
                paused
                    .keySet()
                    .retainAll(Snapshot.Wanted.of(directive, cluster, at).paused().keySet()));
    return new Snapshot.Wanted(first.evacuated(), paused, first.sentences());
  }

  private SortedMap<RegionName, Snapshot.Queue> sums(
      SortedMap<String, SortedMap<RegionName, Snapshot.Queue>> seen) {
    SortedMap<RegionName, Snapshot.Queue> sums = new TreeMap<>();
    for (RegionName region : first().regions().keySet()) {
      sums.put(
          region,
          Snapshot.Queue.sum(
              seen.values().stream()
                  .flatMap(each -> Optional.ofNullable(each.get(region)).stream())
                  .toList()));
    }
    return sums;
  }

  @Override
  public void close() {
    threads.close();
    watches.values().forEach(RegionWatch::close);
  }
}
