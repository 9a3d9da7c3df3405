package io.twinbus.ops.watch;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.regions.PauseText;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Snapshots to look at. */
final class Pictures {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final Duration LEASE = Duration.ofSeconds(10);
  static final RegionName EAST = new RegionName("east");
  static final RegionName WEST = new RegionName("west");
  static final Snapshot.Queue CALM =
      new Snapshot.Queue(3, 9, 0, true, Optional.of(Duration.ofSeconds(1)), Optional.empty());

  private Pictures() {}

  /** An instance that has ended so many messages, {@code age} ago. */
  static InstanceView lease(String name, RegionName region, long beat, long ended, Instant at) {
    InstanceId instance = new InstanceId(name);
    return new InstanceView(
        new BeatsOutcome.Beat(instance, beat, at),
        new InstanceVitals(
            instance,
            region,
            NOW.minusSeconds(3600),
            new InstanceStats("0.1.0", InstanceStats.State.WORKING, 7, 5, ended, 0),
            WriteMark.of(new WriteId("w"), at)));
  }

  static InstanceView tookOver(InstanceView seen, long takeovers) {
    InstanceStats v = seen.stats();
    return new InstanceView(
        seen.sign(),
        new InstanceVitals(
            seen.instance(),
            seen.region(),
            seen.startedAt(),
            new InstanceStats(
                v.version(), v.state(), v.sessions(), v.claims(), v.ended(), takeovers),
            seen.told().stamp()));
  }

  static InstanceView handlerAway(InstanceView seen, Instant at) {
    InstanceStats v = seen.stats();
    InstanceStats away =
        new InstanceStats(
            v.version(),
            InstanceStats.State.HANDLER_AWAY,
            v.sessions(),
            v.claims(),
            v.ended(),
            v.takeovers());
    return new InstanceView(
        new BeatsOutcome.Beat(seen.instance(), seen.beat() + 1, at),
        new InstanceVitals(
            seen.instance(),
            seen.region(),
            seen.startedAt(),
            away,
            WriteMark.of(new WriteId("w"), at)));
  }

  /** Both regions calm. */
  static Snapshot at(Instant at, InstanceView... leases) {
    return at(at, CALM, 0, leases);
  }

  static Snapshot at(Instant at, Snapshot.Queue west, long blocked, InstanceView... leases) {
    return new Snapshot(
        at,
        List.of(leases),
        Snapshot.Wanted.NOTHING,
        Map.of(SessionStatus.WORKING, 5L, SessionStatus.BLOCKED, blocked),
        0,
        new TreeMap<>(Map.of(EAST, CALM, WEST, west)),
        Optional.empty());
  }

  static Snapshot withoutLedger(Instant at) {
    return new Snapshot(
        at,
        List.of(),
        Snapshot.Wanted.NOTHING,
        Map.of(),
        0,
        new TreeMap<>(Map.of(EAST, CALM, WEST, CALM)),
        Optional.of("it does not answer"));
  }

  /** The same with its western receivers paused. */
  static Snapshot paused(Snapshot seen) {
    Directive.Pause pause =
        new Directive.Pause(
            new Directive.Scope(null, WEST), "ann", "change 12", NOW, NOW.plusSeconds(1_800));
    return new Snapshot(
        seen.at(),
        seen.leases(),
        new Snapshot.Wanted(
            Set.of(), Map.of(WEST, pause), List.of(PauseText.sentence(pause, seen.at()))),
        seen.counts(),
        seen.gaps(),
        seen.queues(),
        seen.ledgerTrouble());
  }
}
