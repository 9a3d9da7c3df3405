package io.twinbus.rehearsal.drill;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.rehearsal.verify.Judgement;
import io.twinbus.testkit.history.Defect;
import java.util.Locale;

/** The outcome of a drill as one JSON object for machines. */
final class DrillReport {

  private DrillReport() {}

  static ObjectNode of(DrillOutcome outcome) {
    Judgement judgement = outcome.judgement();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("passed", outcome.isPassed());
    json.put("seed", outcome.plan().chaos().seed());
    json.put("lengthMs", outcome.plan().chaos().length().toMillis());
    json.put("elapsedMs", outcome.system().elapsed().toMillis());
    json.put("sent", outcome.sending().sent());
    json.put("acknowledged", outcome.sending().acknowledged());
    json.put("refused", outcome.sending().refused());
    json.put("sessions", outcome.sending().sessions());
    json.put("effects", outcome.receiving().effects());
    json.put("applied", judgement.applied());
    json.put("fenced", outcome.receiving().fenced());
    json.put("sessionsJudgedByStream", judgement.resumedSessions());
    ObjectNode repeats = json.putObject("repeatCauses");
    judgement
        .explainedRepeats()
        .forEach((cause, times) -> repeats.put(cause.name().toLowerCase(Locale.ROOT), times));
    repeats.put("sent_again", judgement.sentAgain());
    ObjectNode defects = json.putObject("defects");
    for (Defect defect : Defect.values()) {
      defects.put(defect.name().toLowerCase(Locale.ROOT), judgement.count(defect));
    }
    json.put("deadLettered", outcome.system().left().deadLettered());
    ArrayNode abandoned = json.putArray("abandonedClaims");
    outcome.system().claims().abandoned().forEach(abandoned::add);
    json.putObject("ledger")
        .put("reads", outcome.system().ledger().reads())
        .put("writes", outcome.system().ledger().writes())
        .put("requestUnits", Math.round(outcome.system().ledger().requestUnits()));
    json.putObject("latencyMs")
        .put("p50", Math.round(outcome.receiving().latencies().p50Ms()))
        .put("p99", Math.round(outcome.receiving().latencies().p99Ms()))
        .put("max", Math.round(outcome.receiving().latencies().maxMs()));
    faults(outcome, json);
    ArrayNode objections = json.putArray("objections");
    outcome.objections().forEach(objections::add);
    return json;
  }

  private static void faults(DrillOutcome outcome, ObjectNode json) {
    ArrayNode kinds = json.putArray("kinds");
    for (DrillOutcome.Row row : outcome.rows()) {
      kinds
          .addObject()
          .put("fault", row.kind().word())
          .put("times", row.times())
          .put("sessionsHit", row.sessions())
          .put("longestWithoutProgressMs", row.longest().toMillis());
    }
    ArrayNode faults = json.putArray("faults");
    for (DrillOutcome.FaultOutcome fault : outcome.faults().struck()) {
      faults
          .addObject()
          .put("fault", fault.hit().fault().toString())
          .put("lastedMs", fault.hit().to().since(fault.hit().from()).toMillis())
          .put("sessionsHit", fault.impact().sessions())
          .put("longestWithoutProgressMs", fault.impact().longest().toMillis());
    }
    ArrayNode leftOut = json.putArray("leftOut");
    outcome.faults().leftOut().forEach(fault -> leftOut.add(fault.toString()));
  }
}
