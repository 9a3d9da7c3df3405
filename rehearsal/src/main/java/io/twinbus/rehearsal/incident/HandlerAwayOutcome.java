package io.twinbus.rehearsal.incident;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Table;
import io.twinbus.rehearsal.run.RunOutcome;
import io.twinbus.rehearsal.stack.SettlementWait;
import io.twinbus.rehearsal.terminal.Printout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The verdict on a handler that was down.
 *
 * @param plan what was planned
 * @param order which messages took effect, and in which order
 * @param left what the queues still hold
 * @param times how long it took
 */
record HandlerAwayOutcome(
    HandlerAwayPlan plan, EffectOrder order, SettlementWait.Left left, Times times)
    implements RunOutcome {

  private static final int ALL = HandlerAwayPlan.SESSIONS * HandlerAwayPlan.MESSAGES_EACH;

  /**
   * How long it took.
   *
   * @param toComplete from the handler's return to the last effect
   * @param standstill the longest time in which a session with work had no effect
   */
  record Times(Duration toComplete, Duration standstill) {}

  /** How many messages ended without an effect. */
  private int dead() {
    return ALL - order.messages();
  }

  @Override
  public List<String> objections() {
    List<String> objections = new ArrayList<>();
    if (dead() > plan.deadAllowed()) {
      objections.add(
          "%d messages took no effect, and %d may.".formatted(dead(), plan.deadAllowed()));
    }
    if (left.deadLettered() < dead()) {
      objections.add(
          "%d messages are lost: they took no effect, and are no dead letters."
              .formatted(dead() - left.deadLettered()));
    }
    if (plan.deadAllowed() == 0 && left.deadLettered() > 0) {
      objections.add("There are %d dead letters.".formatted(left.deadLettered()));
    }
    if (order.broken() > 0) {
      objections.add("%d sessions are out of order.".formatted(order.broken()));
    }
    if (times.toComplete().compareTo(HandlerAwayPlan.MOST_TO_COMPLETE) > 0) {
      objections.add(
          "The last message took effect %s after the handler's return."
              .formatted(Printout.seconds(times.toComplete())));
    }
    if (plan.only().isPresent()
        && times.standstill().compareTo(HandlerAwayPlan.MOST_STANDSTILL) > 0) {
      objections.add(
          "A session stood still for %s, although the other region's handler was well."
              .formatted(Printout.seconds(times.standstill())));
    }
    left.byRegion()
        .forEach(
            (region, what) ->
                objections.add("The region %s did not settle: %s.".formatted(region, what)));
    return objections;
  }

  @Override
  public void print(Printout sheet) {
    sheet.headline(
        isPassed(), "Verified:", " a handler that was down cost no order.", "Not verified:");
    sheet.text("");
    Table table =
        new Table(
            "  HANDLER",
            "FOR",
            "WHERE",
            "HANDLED",
            "DEAD LETTERS",
            "IN ORDER",
            "COMPLETE AFTER",
            "STANDSTILL");
    table.row(
        "  " + plan.answer(),
        Printout.seconds(plan.outage()),
        plan.only().map(region -> region.value()).orElse("both regions"),
        "%d of %d".formatted(order.messages(), ALL),
        dead() == 0 && left.deadLettered() == 0
            ? "0"
            : "%d (%d copies)".formatted(dead(), left.deadLettered()),
        "%d of %d sessions"
            .formatted(HandlerAwayPlan.SESSIONS - order.broken(), HandlerAwayPlan.SESSIONS),
        Printout.seconds(times.toComplete()),
        Printout.seconds(times.standstill()));
    sheet.table(table);
    sheet.objections(objections());
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("verified", isPassed())
        .put("answer", plan.answer().toString())
        .put("outageMs", plan.outage().toMillis())
        .put("region", plan.only().map(region -> region.value()).orElse(null))
        .put("sent", ALL)
        .put("handled", order.messages())
        .put("dead", dead())
        .put("deadLetterCopies", left.deadLettered())
        .put("sessionsOutOfOrder", order.broken())
        .put("completeAfterMs", times.toComplete().toMillis())
        .put("standstillMs", times.standstill().toMillis());
    ArrayNode sentences = json.putArray("objections");
    objections().forEach(sentences::add);
    return json;
  }
}
