package io.twinbus.rehearsal.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Table;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.run.RunFigures;
import io.twinbus.rehearsal.run.RunOutcome;
import io.twinbus.rehearsal.terminal.Printout;
import io.twinbus.rehearsal.verify.Recovery;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The verdict on a demo.
 *
 * @param account what was sent, seen and left
 * @param findings what is right and wrong with the effects
 * @param faults what struck, and how the sessions went on
 */
record DemoOutcome(RunFigures account, Findings findings, List<FaultOutcome> faults)
    implements RunOutcome {

  /** A fault and how the sessions it struck went on. */
  record FaultOutcome(Strike strike, Recovery recovery) {}

  /** How many sessions went on under a new claim after a fault. */
  private int takeovers() {
    return faults.stream().mapToInt(fault -> fault.recovery().takeovers()).sum();
  }

  @Override
  public boolean isPassed() {
    return findings.isClean() && objections().isEmpty();
  }

  @Override
  public List<String> objections() {
    List<String> objections = new ArrayList<>(findings.examples());
    for (FaultOutcome fault : faults) {
      Strike strike = fault.strike();
      if (!strike.hitWork()) {
        objections.add(
            "%s proved nothing: %d sessions were claimed and %d messages in hand when it struck."
                .formatted(strike.fault(), strike.claimed().size(), strike.inHand()));
      }
    }
    objections.addAll(account.objections());
    return objections;
  }

  @Override
  public void print(Printout sheet) {
    sheet.headline(
        isPassed(),
        "Verified:",
        " each of %s messages took effect, in the order of its session; %s."
            .formatted(Printout.number(findings.applied()), repeats()),
        "Not verified:");
    sheet.text("");
    counts(sheet);
    if (!faults.isEmpty()) {
      sheet.table(faultTable());
    }
    sheet.text(
        "  ledger        %.2f writes and %.2f reads a message, %s request units in all"
            .formatted(
                account.writesPerMessage(),
                account.readsPerMessage(),
                Printout.number(Math.round(account.ledger().requestUnits()))));
    sheet.text("  latency       " + account.seen().latencies().text());
    sheet.text("  time          " + Printout.seconds(account.elapsed()));
    sheet.text("");
    sheet.objections(objections());
  }

  private String repeats() {
    return findings.duplicates() == 0
        ? "none twice"
        : "%s again, for a recorded cause".formatted(Printout.number(findings.duplicates()));
  }

  private void counts(Printout sheet) {
    RunFigures.Sent sent = account.sent();
    sheet.line(
        "sent",
        sent.all(),
        "%s sessions, %s acknowledged%s"
            .formatted(
                Printout.number(sent.sessions()),
                Printout.number(sent.acknowledged()),
                sent.firstRefusal().map(why -> "; first refusal: " + why).orElse("")));
    sheet.line(
        "applied", findings.applied(), "handler calls: " + Printout.counts(account.seen().byRegion()));
    sheet.line("repeated", findings.duplicates(), Printout.causes(findings.explainedRepeats()));
    sheet.line("fenced", account.seen().fenced(), "calls refused for an older token");
    sheet.line("lost", findings.count(Defect.LOST));
    sheet.line("out of order", findings.count(Defect.OUT_OF_ORDER));
    sheet.line("dead letters", account.left().deadLettered());
    sheet.line("takeovers", takeovers(), "sessions that went on under a new claim");
    sheet.text("");
  }

  private Table faultTable() {
    Table table = new Table("  FAULT", "CLAIMED", "IN HAND", "TAKEN OVER", "NO PROGRESS");
    for (FaultOutcome fault : faults) {
      Strike strike = fault.strike();
      table.row(
          "  " + strike.fault(),
          Integer.toString(strike.claimed().size()),
          Integer.toString(strike.inHand()),
          Integer.toString(fault.recovery().takeovers()),
          Printout.seconds(fault.recovery().longestWithoutProgress()));
    }
    return table;
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = account.json(objections());
    json.put("verified", isPassed())
        .put("applied", findings.applied())
        .put("duplicates", findings.duplicates())
        .put("lost", findings.count(Defect.LOST))
        .put("outOfOrder", findings.count(Defect.OUT_OF_ORDER))
        .put("unexplainedRepeats", findings.count(Defect.UNEXPLAINED_REPEAT))
        .put("takeovers", takeovers());
    ArrayNode struck = json.putArray("faults");
    for (FaultOutcome fault : faults) {
      struck
          .addObject()
          .put("fault", fault.strike().fault().toString())
          .put("claimedSessions", fault.strike().claimed().size())
          .put("inHand", fault.strike().inHand())
          .put("takeovers", fault.recovery().takeovers())
          .put("noProgressMs", fault.recovery().longestWithoutProgress().toMillis());
    }
    ObjectNode causes = json.putObject("repeatCauses");
    findings
        .explainedRepeats()
        .forEach((cause, times) -> causes.put(cause.name().toLowerCase(Locale.ROOT), times));
    return json;
  }
}
