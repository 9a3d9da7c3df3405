package io.twinbus.proving.endurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Table;
import io.twinbus.rehearsal.run.RunOutcome;
import io.twinbus.rehearsal.terminal.Printout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a soak.
 *
 * @param verdict what became of the messages
 * @param length how long it was
 * @param disconnects how often something was disconnected
 * @param left what is left in the ledger
 * @param looks what was seen of each receiver, look by look
 */
record SoakOutcome(
    TrafficVerdict verdict,
    Duration length,
    int disconnects,
    LedgerContents left,
    Map<String, List<ReceiverReading>> looks)
    implements RunOutcome {

  /** Copies {@code looks}. */
  SoakOutcome {
    looks = new TreeMap<>(looks);
  }

  @Override
  public List<String> objections() {
    List<String> objections = new ArrayList<>(verdict.objections());
    if (left.held() > 0) {
      objections.add(
          "%d sessions are still claimed by receivers that live.".formatted(left.held()));
    }
    looks.forEach((receiver, seen) -> objections.addAll(objections(receiver, seen)));
    return objections;
  }

  private static List<String> objections(String receiver, List<ReceiverReading> seen) {
    if (seen.size() < Flatness.LEAST_SAMPLES) {
      return List.of(
          "There were %d looks at %s, which say nothing: the machine is too slow for so short a soak."
              .formatted(seen.size(), receiver));
    }
    return Figure.ALL.stream()
        .flatMap(figure -> figure.objection(receiver, seen).stream())
        .toList();
  }

  @Override
  public void print(Printout sheet) {
    verdict.print(sheet, isPassed());
    sheet.table(table());
    sheet.objections(objections());
  }

  private Table table() {
    Table table = new Table("  RECEIVER", "FIGURE", "EARLIER", "LATER", "MOST", "LOOKS");
    looks.forEach(
        (receiver, seen) -> {
          if (seen.size() >= Flatness.LEAST_SAMPLES) {
            Figure.ALL.forEach(figure -> row(table, receiver, figure, seen));
          }
        });
    table.row(
        "  all",
        "disconnects",
        "",
        Integer.toString(disconnects),
        "",
        "in " + length.toMinutes() + " min");
    String sessions = "of %,d sessions".formatted(left.sessions());
    table.row("  ledger", "claims held", "", Long.toString(left.held()), "", sessions);
    table.row("  ledger", "claims abandoned", "", Long.toString(left.abandoned()), "", sessions);
    table.row("  ledger", "cursors", "", Long.toString(left.cursors()), "", sessions);
    return table;
  }

  private static void row(Table table, String receiver, Figure figure, List<ReceiverReading> seen) {
    Flatness flatness = figure.over(seen);
    table.row(
        "  " + receiver,
        figure.word(),
        "%.1f %s".formatted(flatness.earlier(), figure.unit()).strip(),
        "%.1f %s".formatted(flatness.later(), figure.unit()).strip(),
        "%.1f %s".formatted(figure.most(seen), figure.unit()).strip(),
        Integer.toString(seen.size()));
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = verdict.json();
    json.put("minutes", length.toSeconds() / 60.0).put("disconnects", disconnects);
    json.putObject("ledger")
        .put("sessions", left.sessions())
        .put("claimsHeld", left.held())
        .put("claimsAbandoned", left.abandoned())
        .put("cursors", left.cursors());
    ObjectNode receivers = json.putObject("receivers");
    looks.forEach(
        (receiver, seen) -> {
          ArrayNode all = receivers.putArray(receiver);
          seen.forEach(look -> put(all.addObject(), look));
        });
    return json;
  }

  private static void put(ObjectNode json, ReceiverReading look) {
    ProcessUse use = look.use();
    json.put("heapMebibytes", use.heapMebibytes())
        .put("heapBesidesConnections", use.heapBesidesConnections())
        .put("ownObjects", use.objects())
        .put("connections", use.connections())
        .put("lostConnections", look.lost())
        .put("threads", use.threads())
        .put("elasticThreads", use.elasticThreads())
        .put("handles", use.handles())
        .put("pooled", use.pooled());
  }
}
