package io.twinbus.rehearsal.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.SettlementWait.Left;
import io.twinbus.rehearsal.verify.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a run: what was sent, what the outside system saw, and what is left.
 *
 * @param sent what was sent
 * @param seen what the outside system saw
 * @param left what the queues still hold
 * @param ledger what the ledger was asked for
 * @param elapsed how long it took, from the first message to the last settlement
 */
public record RunFigures(Sent sent, Seen seen, Left left, LedgerUse ledger, Duration elapsed) {

  private static final double TENTHS = 10;
  private static final double HUNDREDTHS = 100;

  /** What was sent; a region accepted no refused message within its time. */
  public record Sent(
      long all, long acknowledged, long refused, long sessions, Optional<String> firstRefusal) {}

  /** What the outside system saw: effects, refused calls, calls by region, and latencies. */
  public record Seen(int effects, int fenced, Map<String, Integer> byRegion, Latencies latencies) {

    /** What {@code outside} saw. */
    public static Seen by(Outside outside, Latencies latencies) {
      return new Seen(
          outside.effects().size(),
          outside.effects().fenced(),
          outside.effects().byRegion(),
          latencies);
    }
  }

  /** A sentence for each region that did no work, or has work left. */
  public List<String> objections() {
    List<String> objections = new ArrayList<>();
    for (RegionName region : LocalProcess.REGIONS) {
      if (!seen.byRegion().containsKey(region.value())) {
        objections.add("The region %s applied nothing.".formatted(region));
      }
    }
    left.byRegion()
        .forEach(
            (region, what) ->
                objections.add("The region %s did not settle: %s.".formatted(region, what)));
    return objections;
  }

  /** Ledger writes a message. */
  public double writesPerMessage() {
    return ledger.writes() / (double) Math.max(1, sent.all());
  }

  /** Ledger reads a message. */
  public double readsPerMessage() {
    return ledger.reads() / (double) Math.max(1, sent.all());
  }

  /** All of it as JSON, with {@code sentences} of objection. */
  public ObjectNode json(List<String> sentences) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sent", sent.all())
        .put("acknowledged", sent.acknowledged())
        .put("refused", sent.refused())
        .put("sessions", sent.sessions())
        .put("effects", seen.effects())
        .put("fenced", seen.fenced())
        .put("deadLettered", left.deadLettered())
        .put("elapsedMs", elapsed.toMillis());
    json.putObject("latencyMs")
        .put("p50", round(seen.latencies().p50Ms(), TENTHS))
        .put("p99", round(seen.latencies().p99Ms(), TENTHS))
        .put("max", round(seen.latencies().maxMs(), TENTHS));
    json.putObject("ledger")
        .put("reads", ledger.reads())
        .put("writes", ledger.writes())
        .put("writesPerMessage", round(writesPerMessage(), HUNDREDTHS))
        .put("requestUnits", Math.round(ledger.requestUnits()));
    ObjectNode regions = json.putObject("appliedByRegion");
    seen.byRegion().forEach(regions::put);
    ArrayNode objections = json.putArray("objections");
    sentences.forEach(objections::add);
    return json;
  }

  private static double round(double value, double unit) {
    return Math.round(value * unit) / unit;
  }
}
