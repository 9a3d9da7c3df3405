package io.twinbus.proving.endurance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.rehearsal.producer.SendCounts;
import io.twinbus.rehearsal.stack.SettlementWait;
import io.twinbus.rehearsal.terminal.Printout;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of the messages of a run.
 *
 * @param findings what is right and wrong with the effects
 * @param left what the queues still hold
 * @param sent how many messages were sent, safe and refused
 */
record TrafficVerdict(Findings findings, SettlementWait.Left left, SendCounts sent) {

  /** A sentence for each promise that was not kept. */
  List<String> objections() {
    List<String> objections = new ArrayList<>(findings.examples());
    if (left.unsettled() > 0) {
      objections.add("Unsettled at the end: %s.".formatted(left.byRegion()));
    }
    if (left.deadLettered() > 0) {
      objections.add("%d messages were dead-lettered.".formatted(left.deadLettered()));
    }
    sent.firstFailure().ifPresent(why -> objections.add("A message was refused: " + why));
    return objections;
  }

  /** Prints whether the run is passed, and the counts. */
  void print(Printout sheet, boolean isPassed) {
    sheet.headline(isPassed, "Passed.", "", "Not passed:");
    sheet.text("");
    sheet.line("sent", sent.sent());
    sheet.line("applied", findings.applied());
    sheet.line("repeated", findings.duplicates());
    sheet.line("lost", findings.count(Defect.LOST));
    sheet.line("out of order", findings.count(Defect.OUT_OF_ORDER));
    sheet.text("");
  }

  /** The same for machines. */
  ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("sent", sent.sent())
        .put("applied", findings.applied())
        .put("repeated", findings.duplicates())
        .put("lost", findings.count(Defect.LOST));
  }
}
