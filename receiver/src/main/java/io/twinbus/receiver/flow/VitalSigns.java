package io.twinbus.receiver.flow;

import io.twinbus.ledger.Vitals;
import io.twinbus.ledger.rules.ClaimDecision;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts what an incarnation's lease tells people about it. Thread-safe. */
final class VitalSigns {

  private static final String VERSION =
      Objects.requireNonNullElse(
          VitalSigns.class.getPackage().getImplementationVersion(), "development");

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

  Vitals vitals(Vitals.State state, int sessions, int claims) {
    return new Vitals(VERSION, state, sessions, claims, ended.sum(), takeovers.sum());
  }
}
