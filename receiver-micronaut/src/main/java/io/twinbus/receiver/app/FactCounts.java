package io.twinbus.receiver.app;

import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what session workers report, by kind. Thread-safe. */
final class FactCounts implements FactListener {

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  @Override
  public void on(WorkerIdentity who, WorkerFact fact) {
    counts.computeIfAbsent(kind(fact), name -> new LongAdder()).increment();
  }

  /** How often each kind was reported; kinds that never were are left out. */
  SortedMap<String, Long> byKind() {
    SortedMap<String, Long> snapshot = new TreeMap<>();
    counts.forEach((kind, count) -> snapshot.put(kind, count.sum()));
    return snapshot;
  }

  /** How many sessions were taken over from an owner whose lease had run out. */
  long takeovers() {
    return byKind().getOrDefault(kind(ClaimDecision.Kind.TAKEOVER), 0L);
  }

  private static String kind(WorkerFact fact) {
    if (fact instanceof WorkerFact.Claimed claimed) {
      return kind(claimed.kind());
    }
    if (fact instanceof WorkerFact.Ended ended) {
      return "ended." + ended.state().name();
    }
    String name = fact.getClass().getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static String kind(ClaimDecision.Kind kind) {
    return "claimed." + kind.name();
  }
}
