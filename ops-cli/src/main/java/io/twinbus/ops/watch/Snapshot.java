package io.twinbus.ops.watch;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.regions.PauseText;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the system showed at one moment.
 *
 * @param at when
 * @param leases the instances, fresh or not
 * @param wanted what operators want of the regions
 * @param counts sessions by status; empty when the ledger did not say
 * @param gaps how many sessions wait for a missing message
 * @param queues each region's queue
 * @param ledgerTrouble why the ledger says nothing
 */
record Snapshot(
    Instant at,
    List<InstanceView> leases,
    Wanted wanted,
    Map<SessionStatus, Long> counts,
    int gaps,
    SortedMap<RegionName, Queue> queues,
    Optional<String> ledgerTrouble) {

  /**
   * What operators want.
   *
   * @param evacuated the regions that take no work
   * @param paused the regions whose receivers are paused, with the longest pause of each
   * @param sentences the pauses in words, and a doubt whether this is the cluster that is meant
   */
  record Wanted(
      Set<RegionName> evacuated, Map<RegionName, Directive.Pause> paused, List<String> sentences) {

    /** The same with a doubt about the whole. */
    Wanted and(Optional<String> doubt) {
      List<String> all = new ArrayList<>(sentences);
      doubt.ifPresent(all::add);
      return new Wanted(evacuated, paused, List.copyOf(all));
    }

    static final Wanted NOTHING = new Wanted(Set.of(), Map.of(), List.of());

    /** What {@code directive} wants of the receivers of {@code cluster}. */
    static Wanted of(Optional<Directive> directive, ClusterSettings cluster, Instant now) {
      Map<RegionName, Directive.Pause> paused = new TreeMap<>();
      for (RegionName region : cluster.regions().keySet()) {
        PauseText.of(directive, cluster, region, now).ifPresent(pause -> paused.put(region, pause));
      }
      return new Wanted(
          directive.map(d -> d.evacuated().keySet()).orElseGet(Set::of),
          paused,
          PauseText.sentences(directive, now));
    }
  }

  /**
   * One region's queue.
   *
   * @param waiting active copies, of those that were looked at
   * @param scheduled scheduled ones, of those
   * @param dead dead letters, of those
   * @param isWhole whether all were looked at
   * @param lag how long the oldest active copy has waited
   * @param trouble why the region says nothing
   */
  record Queue(
      int waiting,
      int scheduled,
      int dead,
      boolean isWhole,
      Optional<Duration> lag,
      Optional<String> trouble) {

    static Queue silent(String why) {
      return new Queue(0, 0, 0, false, Optional.empty(), Optional.of(why));
    }
  }

  /** The instances of {@code region} whose lease is younger than {@code time}. */
  List<InstanceView> fresh(RegionName region, Duration time) {
    return leases.stream()
        .filter(lease -> lease.region().equals(region) && isFresh(lease, time))
        .toList();
  }

  boolean isFresh(InstanceView lease, Duration time) {
    return lease.isFresh(time, at);
  }

  boolean isEvacuated(RegionName region) {
    return wanted.evacuated().contains(region);
  }

  /** The pause that keeps the receivers of {@code region} longest. */
  Optional<Directive.Pause> pause(RegionName region) {
    return Optional.ofNullable(wanted.paused().get(region));
  }
}
