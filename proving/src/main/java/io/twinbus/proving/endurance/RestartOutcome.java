package io.twinbus.proving.endurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Table;
import io.twinbus.rehearsal.run.RunOutcome;
import io.twinbus.rehearsal.terminal.Printout;
import io.twinbus.rehearsal.verify.Standstill;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of a rolling restart.
 *
 * @param verdict what became of the messages
 * @param replaced each receiver that was replaced, and what it did to the sessions
 * @param longestStandstill no session with work may stand still for longer
 */
record RestartOutcome(TrafficVerdict verdict, List<Replaced> replaced, Duration longestStandstill)
    implements RunOutcome {

  /** An interrupted JVM's exit code: it was told to end by SIGTERM, and did. */
  private static final int TERMINATED = 143;

  private static final double MILLIS = 1_000;

  /** A receiver that was replaced, and for how long sessions stood still meanwhile. */
  record Replaced(RollingRestart.Replacement receiver, Standstill.Impact impact) {}

  @Override
  public List<String> objections() {
    List<String> objections = new ArrayList<>(verdict.objections());
    int repeats = verdict.findings().duplicates();
    if (repeats > 0) {
      objections.add("%d effects were repeated, and a drain repeats none.".formatted(repeats));
    }
    for (Replaced each : replaced) {
      if (each.impact().longest().compareTo(longestStandstill) > 0) {
        objections.add(
            "While %s was replaced a session with work stood still for %.1f s."
                .formatted(each.receiver().name(), seconds(each.impact().longest())));
      }
      if (each.receiver().exitCode() != TERMINATED) {
        objections.add(
            "%s ended with exit code %d."
                .formatted(each.receiver().name(), each.receiver().exitCode()));
      }
    }
    return objections;
  }

  @Override
  public void print(Printout sheet) {
    verdict.print(sheet, isPassed());
    sheet.table(table());
    sheet.objections(objections());
  }

  private Table table() {
    Table table = new Table("  RECEIVER", "DRAINED IN", "SESSIONS AT WORK", "LONGEST STANDSTILL");
    for (Replaced each : replaced) {
      table.row(
          "  " + each.receiver().name(),
          "%.1f s".formatted(seconds(each.receiver().drained())),
          Integer.toString(each.impact().sessions()),
          "%.2f s".formatted(seconds(each.impact().longest())));
    }
    return table;
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = verdict.json();
    ArrayNode receivers = json.putArray("replaced");
    for (Replaced each : replaced) {
      receivers
          .addObject()
          .put("receiver", each.receiver().name())
          .put("drainedSeconds", seconds(each.receiver().drained()))
          .put("sessionsAtWork", each.impact().sessions())
          .put("longestStandstillSeconds", seconds(each.impact().longest()));
    }
    return json;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / MILLIS;
  }
}
