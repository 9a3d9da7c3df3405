package io.twinbus.rehearsal.drill;

import io.twinbus.ops.output.Table;
import io.twinbus.rehearsal.terminal.Ink;
import io.twinbus.rehearsal.verify.Judgement;
import io.twinbus.testkit.history.Defect;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The outcome of a drill as a person likes to read it. */
public final class DrillSummary {

  private static final double MILLIS = 1000;

  private final DrillOutcome outcome;
  private final PrintWriter out;
  private final Ink ink;

  /** The summary of {@code outcome}, to be printed to {@code out}. */
  public DrillSummary(DrillOutcome outcome, PrintWriter out, Ink ink) {
    this.outcome = outcome;
    this.out = out;
    this.ink = ink;
  }

  /** Prints it. */
  public void print() {
    headline();
    table();
    totals();
    outcome.objections().forEach(sentence -> out.println("  - " + Table.printable(sentence)));
    out.flush();
  }

  private void headline() {
    int faults = outcome.faults().struck().size();
    if (outcome.isPassed()) {
      out.println(
          ink.good("Passed:")
              + " %d faults, %s messages; none lost, none out of order, every repeat explained."
                  .formatted(faults, number(outcome.judgement().applied())));
    } else {
      out.println(ink.bad("Not passed:") + " see the reasons below.");
    }
    out.println(
        "Seed %d, %s of faults, %s in all."
            .formatted(
                outcome.plan().chaos().seed(),
                clock(outcome.plan().chaos().length()),
                clock(outcome.system().elapsed())));
    out.println();
  }

  private void table() {
    Table table = new Table("  FAULT", "TIMES", "SESSIONS HIT", "LONGEST WITHOUT PROGRESS");
    for (DrillOutcome.Row row : outcome.rows()) {
      table.row(
          "  " + row.kind().word(),
          Integer.toString(row.times()),
          number(row.sessions()),
          row.sessions() == 0 ? "-" : seconds(row.longest()));
    }
    table.print(out);
    if (!outcome.faults().leftOut().isEmpty()) {
      out.println(
          "  left out, too late or with nothing to strike: "
              + outcome.faults().leftOut().stream()
                  .map(Object::toString)
                  .collect(Collectors.joining(", ")));
    }
    out.println();
  }

  private void totals() {
    Judgement judgement = outcome.judgement();
    DrillOutcome.Sending sending = outcome.sending();
    line(
        "sent",
        sending.sent(),
        "%s sessions, %s acknowledged, %s refused"
            .formatted(
                number(sending.sessions()),
                number(sending.acknowledged()),
                number(sending.refused())));
    line("effects", outcome.receiving().effects(), byRegion());
    line("repeats", repeats(judgement), causes(judgement));
    line("fenced", outcome.receiving().fenced(), "calls refused for an older token");
    line("lost", judgement.count(Defect.LOST), "");
    line("out of order", judgement.count(Defect.OUT_OF_ORDER), "");
    line("unexplained", judgement.count(Defect.UNEXPLAINED_REPEAT), "repeats");
    line(
        "by stream",
        judgement.resumedSessions(),
        "sessions judged stream by stream: their producer was killed");
    line("dead letters", outcome.system().left().deadLettered(), "moved by the brokers");
    line(
        "abandoned",
        outcome.system().claims().abandoned().size(),
        "sessions whose last owner died: free for whoever has their next message");
    DrillOutcome.LedgerUse ledger = outcome.system().ledger();
    line(
        "ledger",
        ledger.writes() + ledger.reads(),
        "operations, %s of them writes".formatted(number(ledger.writes())));
    out.println(
        "  %-12s p50 %s, p99 %s, max %s from sending to effect"
            .formatted(
                "latency",
                seconds(outcome.receiving().latencies().p50Ms()),
                seconds(outcome.receiving().latencies().p99Ms()),
                seconds(outcome.receiving().latencies().maxMs())));
    out.println();
  }

  private static long repeats(Judgement judgement) {
    return judgement.sentAgain()
        + judgement.explainedRepeats().values().stream().mapToInt(Integer::intValue).sum()
        + (long) judgement.count(Defect.UNEXPLAINED_REPEAT);
  }

  private static String causes(Judgement judgement) {
    List<String> causes = new ArrayList<>();
    judgement
        .explainedRepeats()
        .forEach(
            (cause, times) ->
                causes.add(
                    cause.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + number(times)));
    if (judgement.sentAgain() > 0) {
      causes.add("sent again by a new producer " + number(judgement.sentAgain()));
    }
    return String.join(", ", causes);
  }

  private String byRegion() {
    return new TreeMap<>(outcome.receiving().byRegion())
        .entrySet().stream()
            .map(region -> region.getKey() + " " + number(region.getValue()))
            .collect(Collectors.joining(", "));
  }

  private void line(String name, long value, String remark) {
    String text = "  %-12s %,8d".formatted(name, value);
    out.println(remark.isEmpty() ? text : text + "   " + ink.faint(remark));
  }

  private static String number(long value) {
    return "%,d".formatted(value);
  }

  private static String seconds(Duration time) {
    return seconds((double) time.toMillis());
  }

  private static String seconds(double millis) {
    return "%.1f s".formatted(millis / MILLIS);
  }

  private static String clock(Duration time) {
    return "%d:%02d min".formatted(time.toMinutes(), time.toSecondsPart());
  }
}
