package io.twinbus.proving.endurance;

import io.twinbus.rehearsal.producer.SendCounts;
import io.twinbus.rehearsal.stack.Settlement;
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
record Verdict(Findings findings, Settlement.Left left, SendCounts sent) {

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

  /** The counts, as a person reads them. */
  List<String> lines() {
    return List.of(
        line("sent", sent.sent()),
        line("applied", findings.applied()),
        line("repeated", findings.duplicates()),
        line("lost", findings.count(Defect.LOST)),
        line("out of order", findings.count(Defect.OUT_OF_ORDER)));
  }

  private static String line(String name, long value) {
    return "  %-12s %,8d".formatted(name, value);
  }
}
