package io.twinbus.receiver.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Counts what session workers report. Thread-safe. */
final class FactMeters implements FactListener {

  private final Map<EndState, Counter> ended = new HashMap<>();
  private final Map<ClaimDecision.Kind, Counter> claims = new HashMap<>();
  private final Map<Class<? extends WorkerFact>, Counter> others = new HashMap<>();
  private final Counter cooled;
  private final DistributionSummary commitSize;

  FactMeters(MeterRegistry registry, Tags tags) {
    for (EndState state : EndState.values()) {
      ended.put(state, registry.counter("twinbus.messages.ended", tags.and("state", state.name())));
    }
    for (ClaimDecision.Kind kind : ClaimDecision.Kind.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      claims.put(kind, registry.counter("twinbus.claims", tags.and("kind", name)));
    }
    others.put(
        WorkerFact.DuplicateDropped.class, registry.counter("twinbus.duplicates.dropped", tags));
    others.put(WorkerFact.AttemptFailed.class, registry.counter("twinbus.attempts.failed", tags));
    others.put(WorkerFact.Fenced.class, registry.counter("twinbus.claims.lost", tags));
    others.put(WorkerFact.GapReported.class, registry.counter("twinbus.gaps.reported", tags));
    others.put(WorkerFact.GapSkipped.class, registry.counter("twinbus.gaps.skipped", tags));
    others.put(WorkerFact.Blocked.class, registry.counter("twinbus.sessions.held", tags));
    others.put(WorkerFact.Stuck.class, registry.counter("twinbus.alerts", tags));
    cooled = registry.counter("twinbus.streams.cooled", tags);
    commitSize =
        DistributionSummary.builder("twinbus.commit.messages").tags(tags).register(registry);
  }

  @Override
  public void on(WorkerIdentity who, WorkerFact fact) {
    Counter counter = others.get(fact.getClass());
    if (fact instanceof WorkerFact.Ended end) {
      counter = ended.get(end.state());
    } else if (fact instanceof WorkerFact.Claimed claimed) {
      counter = claims.get(claimed.kind());
    } else if (fact instanceof WorkerFact.Committed committed) {
      commitSize.record(committed.messages());
    } else if (fact instanceof WorkerFact.StreamsCooled left) {
      cooled.increment(left.streams());
    }
    if (counter != null) {
      counter.increment();
    }
  }
}
