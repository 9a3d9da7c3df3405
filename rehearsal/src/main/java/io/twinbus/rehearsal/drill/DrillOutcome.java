package io.twinbus.rehearsal.drill;

import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.Settlement.Left;
import io.twinbus.rehearsal.verify.Hit;
import io.twinbus.rehearsal.verify.Judgement;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.rehearsal.verify.Standstill.Impact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a drill.
 *
 * @param plan what it was to do
 * @param sending what was sent
 * @param receiving what the outside system saw
 * @param judgement what is right and wrong with that
 * @param faults what struck, and what did not
 * @param system what the system itself looks like at the end, and what it used
 */
public record DrillOutcome(
    DrillPlan plan,
    Sending sending,
    Receiving receiving,
    Judgement judgement,
    Faults faults,
    SystemState system) {

  /** What was sent; a message that was refused was not accepted by any region within its time. */
  public record Sending(
      long sent, long acknowledged, long refused, long sessions, Optional<String> firstRefusal) {}

  /** What the outside system saw: refused calls, effects by region, and how long they took. */
  public record Receiving(
      int effects, int fenced, Map<String, Integer> byRegion, Latencies latencies) {}

  /** What struck, with what it did, and what was left out. */
  public record Faults(List<FaultOutcome> struck, List<Fault> leftOut) {}

  /** A fault and what it did. */
  public record FaultOutcome(Hit hit, Impact impact) {}

  /** What is left in queues, who still claims what, what the ledger was asked, how long it took. */
  public record SystemState(Left left, ClaimsLeft claims, LedgerUse ledger, Duration elapsed) {}

  /** What was asked of the ledger. */
  public record LedgerUse(long reads, long writes, double requestUnits) {}

  /** A line of the table: all strikes of a kind together. */
  public record Row(FaultKind kind, int times, int sessions, Duration longest) {

    private Row plus(Impact impact) {
      Duration longer = impact.longest().compareTo(longest) > 0 ? impact.longest() : longest;
      return new Row(kind, times + 1, sessions + impact.sessions(), longer);
    }
  }

  /** The table, in the order of the kinds. */
  public List<Row> rows() {
    return rows(faults.struck());
  }

  /** The table of {@code struck}, in the order of the kinds. */
  public static List<Row> rows(List<FaultOutcome> struck) {
    Map<FaultKind, Row> rows = new EnumMap<>(FaultKind.class);
    for (FaultOutcome outcome : struck) {
      FaultKind kind = outcome.hit().fault().kind();
      Row before = rows.getOrDefault(kind, new Row(kind, 0, 0, Duration.ZERO));
      rows.put(kind, before.plus(outcome.impact()));
    }
    return List.copyOf(rows.values());
  }

  /** Why the drill does not count as passed, each in a sentence; none: it does. */
  public List<String> objections() {
    List<String> objections = new ArrayList<>(judgement.examples());
    if (sending.refused() > 0) {
      objections.add(
          "%d messages were refused although a region was there (the first: %s)."
              .formatted(sending.refused(), sending.firstRefusal().orElse("no reason")));
    }
    if (sending.sent() < plan.input().size()) {
      objections.add(
          "%d messages were never sent.".formatted(plan.input().size() - sending.sent()));
    }
    if (judgement.endedOtherwise() > 0) {
      objections.add(
          "%d messages ended without an effect, though none had to."
              .formatted(judgement.endedOtherwise()));
    }
    for (RegionName region : LocalProcess.REGIONS) {
      if (!receiving.byRegion().containsKey(region.value())) {
        objections.add("The region %s applied nothing.".formatted(region));
      }
    }
    system
        .left()
        .byRegion()
        .forEach(
            (region, what) ->
                objections.add("The region %s did not settle: %s.".formatted(region, what)));
    List<String> held = system.claims().held();
    if (!held.isEmpty()) {
      objections.add(
          "%d sessions are still claimed, with nothing left to do (the first: %s)."
              .formatted(held.size(), held.get(0)));
    }
    return objections;
  }

  /** Whether nothing speaks against the run. */
  public boolean isPassed() {
    return judgement.isClean() && objections().isEmpty();
  }
}
