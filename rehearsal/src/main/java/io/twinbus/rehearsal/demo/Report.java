package io.twinbus.rehearsal.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import java.util.Locale;

/** The outcome of a demo as one JSON object for machines. */
final class Report {

  private static final double TENTHS = 10;
  private static final double HUNDREDTHS = 100;

  private Report() {}

  static ObjectNode of(Outcome outcome) {
    Findings findings = outcome.findings();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sent", outcome.sending().sent());
    json.put("acknowledged", outcome.sending().acknowledged());
    json.put("sessions", outcome.sending().sessions());
    json.put("applied", findings.applied());
    json.put("duplicates", findings.duplicates());
    json.put("fenced", outcome.receiving().fenced());
    json.put("lost", findings.count(Defect.LOST));
    json.put("outOfOrder", findings.count(Defect.OUT_OF_ORDER));
    json.put("unexplainedRepeats", findings.count(Defect.UNEXPLAINED_REPEAT));
    json.put("deadLettered", outcome.system().left().deadLettered());
    json.put("takeovers", outcome.takeovers());
    json.put("elapsedMs", outcome.system().elapsed().toMillis());
    json.put("verified", outcome.isVerified());
    Latencies latencies = outcome.receiving().latencies();
    json.putObject("latencyMs")
        .put("p50", round(latencies.p50Ms(), TENTHS))
        .put("p99", round(latencies.p99Ms(), TENTHS))
        .put("max", round(latencies.maxMs(), TENTHS));
    ledger(outcome, json);
    faults(outcome, json);
    ObjectNode regions = json.putObject("appliedByRegion");
    outcome.receiving().byRegion().forEach(regions::put);
    ObjectNode causes = json.putObject("repeatCauses");
    findings
        .explainedRepeats()
        .forEach((cause, times) -> causes.put(cause.name().toLowerCase(Locale.ROOT), times));
    ArrayNode objections = json.putArray("objections");
    outcome.objections().forEach(objections::add);
    return json;
  }

  private static void ledger(Outcome outcome, ObjectNode json) {
    Outcome.LedgerUse use = outcome.system().ledger();
    double perMessage = use.writes() / (double) Math.max(1, outcome.sending().sent());
    json.putObject("ledger")
        .put("reads", use.reads())
        .put("writes", use.writes())
        .put("writesPerMessage", round(perMessage, HUNDREDTHS))
        .put("requestUnits", Math.round(use.requestUnits()));
  }

  private static void faults(Outcome outcome, ObjectNode json) {
    ArrayNode faults = json.putArray("faults");
    for (Outcome.FaultOutcome fault : outcome.faults()) {
      Strike strike = fault.strike();
      faults
          .addObject()
          .put("fault", strike.fault().toString())
          .put("claimedSessions", strike.claimed().size())
          .put("inHand", strike.inHand())
          .put("takeovers", fault.recovery().takeovers())
          .put("noProgressMs", fault.recovery().longestWithoutProgress().toMillis());
    }
  }

  private static double round(double value, double unit) {
    return Math.round(value * unit) / unit;
  }
}
