package io.twinbus.rehearsal.demo;

import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.Settlement.Left;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.rehearsal.verify.Recovery;
import io.twinbus.testkit.history.Findings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a demo.
 *
 * @param sending what was sent
 * @param receiving what the outside system saw
 * @param findings what is right and wrong with that
 * @param faults what struck, and how it was recovered from
 * @param system what the system itself looks like at the end, and what it used
 */
record Outcome(
    Sending sending,
    Receiving receiving,
    Findings findings,
    List<FaultOutcome> faults,
    SystemState system) {

  /** What was sent: how many messages, in how many sessions, how many of them accepted. */
  record Sending(long sent, long acknowledged, long sessions, Optional<String> firstFailure) {}

  /** What the outside system saw: refused calls, effects by region, and how long they took. */
  record Receiving(int fenced, Map<String, Integer> byRegion, Latencies latencies) {}

  /** A fault and how the sessions it struck went on. */
  record FaultOutcome(Strike strike, Recovery recovery) {}

  /** What is left in the queues, what was asked of the ledger, and how long it all took. */
  record SystemState(Left left, LedgerUse ledger, Duration elapsed) {}

  /** What was asked of the ledger. */
  record LedgerUse(long reads, long writes, double requestUnits) {}

  /** How many sessions went on under a new claim after a fault. */
  int takeovers() {
    return faults.stream().mapToInt(fault -> fault.recovery().takeovers()).sum();
  }

  /** Why the run does not count as verified, each in a sentence; none: it does. */
  List<String> objections() {
    List<String> objections = new ArrayList<>(findings.examples());
    for (RegionName region : LocalProcess.REGIONS) {
      if (!receiving.byRegion().containsKey(region.value())) {
        objections.add("The region %s applied nothing.".formatted(region));
      }
    }
    for (FaultOutcome fault : faults) {
      Strike strike = fault.strike();
      if (!strike.hitWork()) {
        objections.add(
            "%s proved nothing: %d sessions were claimed and %d messages in hand when it struck."
                .formatted(strike.fault(), strike.claimed().size(), strike.inHand()));
      }
    }
    system
        .left()
        .byRegion()
        .forEach(
            (region, what) ->
                objections.add("The region %s did not settle: %s.".formatted(region, what)));
    return objections;
  }

  /** Whether nothing speaks against the run. */
  boolean isVerified() {
    return findings.isClean() && objections().isEmpty();
  }
}
