package io.twinbus.rehearsal.drill;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Table;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.run.RunFigures;
import io.twinbus.rehearsal.run.RunOutcome;
import io.twinbus.rehearsal.terminal.Printout;
import io.twinbus.rehearsal.verify.Hit;
import io.twinbus.rehearsal.verify.Judgement;
import io.twinbus.rehearsal.verify.Standstill.Impact;
import io.twinbus.testkit.history.Defect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The verdict on a drill.
 *
 * @param plan what it was to do
 * @param account what was sent, seen and left
 * @param judgement what is right and wrong with the effects
 * @param faults what struck, and what did not
 * @param claims the claims that are still on record
 */
public record DrillOutcome(
    DrillPlan plan, RunFigures account, Judgement judgement, Faults faults, ClaimsLeft claims)
    implements RunOutcome {

  /** What struck, with what it did, and what was left out. */
  public record Faults(List<FaultOutcome> struck, List<Fault> leftOut) {}

  /** A fault and what it did. */
  public record FaultOutcome(Hit hit, Impact impact) {}

  /** A line of the table: all strikes of a kind together. */
  public record Row(FaultKind kind, int times, int sessions, Duration longest) {

    private Row plus(Impact impact) {
      Duration longer = impact.longest().compareTo(longest) > 0 ? impact.longest() : longest;
      return new Row(kind, times + 1, sessions + impact.sessions(), longer);
    }
  }

  /** The table of {@code struck}, in the order of the kinds. */
  public static List<Row> rows(List<FaultOutcome> struck) {
    Map<FaultKind, Row> rows = new EnumMap<>(FaultKind.class);
    for (FaultOutcome outcome : struck) {
      FaultKind kind = outcome.hit().fault().kind();
      Row before = rows.getOrDefault(kind, new Row(kind, 0, 0, Duration.ZERO));
      rows.put(kind, before.plus(outcome.impact()));
    }
    return List.copyOf(rows.values());
  }

  @Override
  public boolean isPassed() {
    return judgement.isClean() && objections().isEmpty();
  }

  @Override
  public List<String> objections() {
    RunFigures.Sent sent = account.sent();
    List<String> objections = new ArrayList<>(judgement.examples());
    if (sent.refused() > 0) {
      objections.add(
          "%d messages were refused although a region was there (the first: %s)."
              .formatted(sent.refused(), sent.firstRefusal().orElse("no reason")));
    }
    if (sent.all() < plan.input().size()) {
      objections.add("%d messages were never sent.".formatted(plan.input().size() - sent.all()));
    }
    if (judgement.endedOtherwise() > 0) {
      objections.add(
          "%d messages ended without an effect, though none had to."
              .formatted(judgement.endedOtherwise()));
    }
    objections.addAll(account.objections());
    if (!claims.held().isEmpty()) {
      objections.add(
          "%d sessions are still claimed, with nothing left to do (the first: %s)."
              .formatted(claims.held().size(), claims.held().get(0)));
    }
    return objections;
  }

  @Override
  public void print(Printout sheet) {
    sheet.headline(
        isPassed(),
        "Passed:",
        " %d faults, %s messages; none lost, none out of order, every repeat explained."
            .formatted(faults.struck().size(), Printout.number(judgement.applied())),
        "Not passed:");
    sheet.text(
        "Seed %d, %s of faults, %s in all."
            .formatted(
                plan.chaos().seed(), clock(plan.chaos().length()), clock(account.elapsed())));
    sheet.text("");
    sheet.table(faultTable());
    if (!faults.leftOut().isEmpty()) {
      sheet.text(
          "  left out, too late or with nothing to strike: "
              + faults.leftOut().stream().map(Object::toString).collect(Collectors.joining(", ")));
    }
    totals(sheet);
    sheet.objections(objections());
  }

  private Table faultTable() {
    Table table = new Table("  FAULT", "TIMES", "SESSIONS HIT", "LONGEST WITHOUT PROGRESS");
    for (Row row : rows(faults.struck())) {
      table.row(
          "  " + row.kind().word(),
          Integer.toString(row.times()),
          Printout.number(row.sessions()),
          row.sessions() == 0 ? "-" : Printout.seconds(row.longest()));
    }
    return table;
  }

  private void totals(Printout sheet) {
    RunFigures.Sent sent = account.sent();
    sheet.line(
        "sent",
        sent.all(),
        "%s sessions, %s acknowledged, %s refused"
            .formatted(
                Printout.number(sent.sessions()),
                Printout.number(sent.acknowledged()),
                Printout.number(sent.refused())));
    sheet.line("effects", account.seen().effects(), Printout.counts(account.seen().byRegion()));
    sheet.line("repeats", repeats(), causes());
    sheet.line("fenced", account.seen().fenced(), "calls refused for an older token");
    sheet.line("lost", judgement.count(Defect.LOST));
    sheet.line("out of order", judgement.count(Defect.OUT_OF_ORDER));
    sheet.line("unexplained", judgement.count(Defect.UNEXPLAINED_REPEAT), "repeats");
    sheet.line(
        "by stream",
        judgement.resumedSessions(),
        "sessions judged stream by stream: their producer was killed");
    sheet.line("dead letters", account.left().deadLettered(), "moved by the brokers");
    sheet.line(
        "abandoned",
        claims.abandoned().size(),
        "sessions whose last owner died: any receiver with their next message takes them over");
    sheet.line(
        "ledger",
        account.ledger().writes() + account.ledger().reads(),
        "operations, %s of them writes".formatted(Printout.number(account.ledger().writes())));
    sheet.remark("latency", account.seen().latencies().text());
    sheet.text("");
  }

  private long repeats() {
    return judgement.sentAgain()
        + judgement.explainedRepeats().values().stream().mapToInt(Integer::intValue).sum()
        + (long) judgement.count(Defect.UNEXPLAINED_REPEAT);
  }

  private String causes() {
    String causes = Printout.causes(judgement.explainedRepeats());
    if (judgement.sentAgain() == 0) {
      return causes;
    }
    String again = "sent again by a new producer " + Printout.number(judgement.sentAgain());
    return causes.isEmpty() ? again : causes + ", " + again;
  }

  private static String clock(Duration time) {
    return "%d:%02d min".formatted(time.toMinutes(), time.toSecondsPart());
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = account.json(objections());
    json.put("passed", isPassed())
        .put("seed", plan.chaos().seed())
        .put("lengthMs", plan.chaos().length().toMillis())
        .put("applied", judgement.applied())
        .put("sessionsJudgedByStream", judgement.resumedSessions());
    ObjectNode repeats = json.putObject("repeatCauses");
    judgement.explainedRepeats().forEach((cause, times) -> repeats.put(name(cause), times));
    repeats.put("sent_again", judgement.sentAgain());
    ObjectNode defects = json.putObject("defects");
    for (Defect defect : Defect.values()) {
      defects.put(name(defect), judgement.count(defect));
    }
    ArrayNode abandoned = json.putArray("abandonedClaims");
    claims.abandoned().forEach(abandoned::add);
    putFaults(json);
    return json;
  }

  private void putFaults(ObjectNode json) {
    ArrayNode kinds = json.putArray("kinds");
    for (Row row : rows(faults.struck())) {
      kinds
          .addObject()
          .put("fault", row.kind().word())
          .put("times", row.times())
          .put("sessionsHit", row.sessions())
          .put("longestWithoutProgressMs", row.longest().toMillis());
    }
    ArrayNode struck = json.putArray("faults");
    for (FaultOutcome fault : faults.struck()) {
      struck
          .addObject()
          .put("fault", fault.hit().fault().toString())
          .put("lastedMs", fault.hit().to().since(fault.hit().from()).toMillis())
          .put("sessionsHit", fault.impact().sessions())
          .put("longestWithoutProgressMs", fault.impact().longest().toMillis());
    }
    ArrayNode leftOut = json.putArray("leftOut");
    faults.leftOut().forEach(fault -> leftOut.add(fault.toString()));
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
