package io.twinbus.receiver.runtime;

import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.receiver.session.WorkerFact;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts what an incarnation tells people about itself. Thread-safe. */
final class InstanceStatsSource {

  private static final String VERSION =
      Objects.requireNonNullElse(
          InstanceStatsSource.class.getPackage().getImplementationVersion(), "development");

  private final LongAdder ended = new LongAdder();
  private final LongAdder takeovers = new LongAdder();

  void on(WorkerFact fact) {
    if (fact instanceof WorkerFact.Ended) {
      ended.increment();
    } else if (fact instanceof WorkerFact.Claimed claimed
        && claimed.kind() == ClaimDecision.Kind.TAKEOVER) {
      takeovers.increment();
    }
  }

  InstanceStats vitals(InstanceStats.State state, int sessions, int claims) {
    return new InstanceStats(VERSION, state, sessions, claims, ended.sum(), takeovers.sum());
  }
}
