package io.twinbus.rehearsal.endurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Table;
import io.twinbus.testkit.history.Defect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What came of a soak.
 *
 * @param verdict what became of the messages
 * @param length how long it was
 * @param disconnects how often something was disconnected
 * @param samples what each receiver used, look by look
 */
record SoakOutcome(
    Verdict verdict, Duration length, int disconnects, Map<String, List<ProcessUse>> samples)
    implements EnduranceOutcome {

  /** A figure of a process, and how much of it may come and go. */
  private record Figure(
      String word, String unit, double allowance, ToDoubleFunction<ProcessUse> of) {

    Flatness over(List<ProcessUse> uses) {
      return Flatness.of(uses.stream().map(of::applyAsDouble).toList(), allowance);
    }
  }

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("heap", "MiB", 3, ProcessUse::heapMebibytes),
          new Figure("threads", "", 4, ProcessUse::threads),
          new Figure("file handles", "", 16, ProcessUse::handles));

  /** Copies {@code samples}. */
  SoakOutcome {
    samples = new TreeMap<>(samples);
  }

  @Override
  public List<String> objections() {
    List<String> objections = new ArrayList<>(verdict.objections());
    samples.forEach(
        (receiver, uses) -> {
          for (Figure figure : FIGURES) {
            Flatness flatness = figure.over(uses);
            if (!flatness.isFlat()) {
              objections.add(
                  "The %s of %s rose from %.1f to %.1f %s."
                      .formatted(
                          figure.word,
                          receiver,
                          flatness.earlier(),
                          flatness.later(),
                          figure.unit));
            }
          }
        });
    return objections;
  }

  @Override
  public Table table() {
    Table table = new Table("  RECEIVER", "FIGURE", "EARLIER", "LATER", "LOOKS");
    samples.forEach(
        (receiver, uses) -> {
          for (Figure figure : FIGURES) {
            Flatness flatness = figure.over(uses);
            table.row(
                "  " + receiver,
                figure.word,
                "%.1f %s".formatted(flatness.earlier(), figure.unit).strip(),
                "%.1f %s".formatted(flatness.later(), figure.unit).strip(),
                Integer.toString(uses.size()));
          }
        });
    table.row(
        "  all",
        "disconnects",
        "",
        Integer.toString(disconnects),
        "in " + length.toMinutes() + " min");
    return table;
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("minutes", length.toSeconds() / 60.0)
        .put("disconnects", disconnects)
        .put("sent", verdict.sent().sent())
        .put("applied", verdict.findings().applied())
        .put("repeated", verdict.findings().duplicates())
        .put("lost", verdict.findings().count(Defect.LOST));
    ObjectNode receivers = json.putObject("receivers");
    samples.forEach(
        (receiver, uses) -> {
          ArrayNode looks = receivers.putArray(receiver);
          uses.forEach(
              use ->
                  looks
                      .addObject()
                      .put("heapMebibytes", use.heapMebibytes())
                      .put("threads", use.threads())
                      .put("handles", use.handles()));
        });
    return json;
  }
}
