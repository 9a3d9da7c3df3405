package io.twinbus.rehearsal.demo;

import io.twinbus.ops.output.Table;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.terminal.Ink;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The outcome of a demo as a person likes to read it. */
final class Summary {

  private static final double MILLIS = 1000;

  private final Outcome outcome;
  private final PrintWriter out;
  private final Ink ink;

  Summary(Outcome outcome, PrintWriter out, Ink ink) {
    this.outcome = outcome;
    this.out = out;
    this.ink = ink;
  }

  void print() {
    headline();
    counts();
    if (!outcome.faults().isEmpty()) {
      faults();
    }
    costs();
    outcome.objections().forEach(sentence -> out.println("  - " + Table.printable(sentence)));
    out.flush();
  }

  private void headline() {
    Findings findings = outcome.findings();
    if (outcome.isVerified()) {
      out.println(
          ink.good("Verified:")
              + " each of %s messages took effect, in the order of its session; %s."
                  .formatted(number(findings.applied()), repeats()));
    } else {
      out.println(ink.bad("Not verified:") + " see the reasons below.");
    }
    out.println();
  }

  private String repeats() {
    int duplicates = outcome.findings().duplicates();
    return duplicates == 0
        ? "none twice"
        : "%s again, for a recorded cause".formatted(number(duplicates));
  }

  private void counts() {
    Findings findings = outcome.findings();
    line(
        "sent",
        outcome.sending().sent(),
        "%s sessions, %s acknowledged%s"
            .formatted(
                number(outcome.sending().sessions()),
                number(outcome.sending().acknowledged()),
                outcome.sending().firstFailure().map(why -> "; first refusal: " + why).orElse("")));
    line("applied", findings.applied(), byRegion());
    line("repeated", findings.duplicates(), causes());
    line("fenced", outcome.receiving().fenced(), "calls refused for an older token");
    line("lost", findings.count(Defect.LOST), "");
    line("out of order", findings.count(Defect.OUT_OF_ORDER), "");
    line("dead letters", outcome.system().left().deadLettered(), "");
    line("takeovers", outcome.takeovers(), "sessions that went on under a new claim");
    out.println();
  }

  private void faults() {
    Table table = new Table("  FAULT", "CLAIMED", "IN HAND", "TAKEN OVER", "NO PROGRESS");
    for (Outcome.FaultOutcome fault : outcome.faults()) {
      Strike strike = fault.strike();
      table.row(
          "  " + strike.fault(),
          Integer.toString(strike.claimed().size()),
          Integer.toString(strike.inHand()),
          Integer.toString(fault.recovery().takeovers()),
          seconds(fault.recovery().longestWithoutProgress()));
    }
    table.print(out);
    out.println();
  }

  private void costs() {
    Outcome.LedgerUse ledger = outcome.system().ledger();
    double writes = ledger.writes() / (double) Math.max(1, outcome.sending().sent());
    double reads = ledger.reads() / (double) Math.max(1, outcome.sending().sent());
    out.println(
        "  ledger        %.2f writes and %.2f reads a message, %s request units in all"
            .formatted(writes, reads, number(Math.round(ledger.requestUnits()))));
    Latencies latencies = outcome.receiving().latencies();
    out.println(
        "  latency       p50 %s, p99 %s, max %s from sending to effect"
            .formatted(
                millis(latencies.p50Ms()), millis(latencies.p99Ms()), millis(latencies.maxMs())));
    out.println("  time          %s".formatted(seconds(outcome.system().elapsed())));
    out.println();
  }

  private void line(String name, long value, String remark) {
    String text = "  %-12s %,8d".formatted(name, value);
    out.println(remark.isEmpty() ? text : text + "   " + ink.faint(remark));
  }

  private String byRegion() {
    return new TreeMap<>(outcome.receiving().byRegion())
        .entrySet().stream()
            .map(region -> region.getKey() + " " + number(region.getValue()))
            .collect(Collectors.joining(", ", "handler calls: ", ""));
  }

  private String causes() {
    return outcome.findings().explainedRepeats().entrySet().stream()
        .map(
            cause ->
                cause.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                    + " "
                    + number(cause.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String number(long value) {
    return "%,d".formatted(value);
  }

  private static String seconds(Duration time) {
    return "%.1f s".formatted(time.toMillis() / MILLIS);
  }

  private static String millis(double value) {
    return value < MILLIS ? "%.0f ms".formatted(value) : "%.1f s".formatted(value / MILLIS);
  }
}
