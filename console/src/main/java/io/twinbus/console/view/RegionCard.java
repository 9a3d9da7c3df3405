package io.twinbus.console.view;

import io.twinbus.console.watch.RegionPoint;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.regions.RegionsCommand;
import io.twinbus.ops.watch.Snapshot;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.List;

/**
 * A region as the overview draws it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name its name
 * @param state one or two words
 * @param tone how serious that is: {@code good}, {@code warn} or {@code bad}
 * @param sentence the state in a sentence
 * @param isSilent whether its queue is unknown
 * @param queue its queue
 * @param more {@code +} where the queue is longer than was looked through
 * @param lag how old its oldest active copy is
 * @param point what flows
 * @param receivers how many are alive
 * @param handler how its handlers stand: the receivers' circuit breaker
 * @param stroke how wide the line to the ledger is drawn
 */
public record RegionCard(
    String name,
    String state,
    String tone,
    String sentence,
    boolean isSilent,
    Snapshot.Queue queue,
    String more,
    String lag,
    RegionPoint point,
    int receivers,
    String handler,
    int stroke) {

  private static final int WIDEST = 10;

  /** The card of {@code region}. */
  static RegionCard of(
      RegionName region,
      Snapshot.Queue queue,
      Snapshot snapshot,
      Duration lease,
      RegionPoint point) {
    List<InstanceView> here = snapshot.fresh(region, lease);
    boolean isSilent = queue.trouble().isPresent();
    Verdict verdict = verdict(region, queue, snapshot, here);
    return new RegionCard(
        region.value(),
        verdict.state(),
        verdict.tone(),
        verdict.sentence(),
        isSilent,
        queue,
        queue.isWhole() ? "" : "+",
        queue.lag().map(Ages::of).orElse("–"),
        point,
        here.size(),
        handler(here),
        1 + (int) Math.min(WIDEST, Math.ceil(Math.log1p(point.ended()) * 2)));
  }

  private record Verdict(String state, String tone, String sentence) {}

  private static Verdict verdict(
      RegionName region, Snapshot.Queue queue, Snapshot snapshot, List<InstanceView> here) {
    if (queue.trouble().isPresent()) {
      return new Verdict("NO ANSWER", "bad", queue.trouble().get());
    }
    if (snapshot.ledgerTrouble().isPresent()) {
      return new Verdict(
          "?", "warn", "Its queue answers; what its receivers do is unknown without the ledger.");
    }
    if (snapshot.isEvacuated(region)) {
      return new Verdict(
          "EVACUATED", "warn", "An operator wants it empty: other regions do its work.");
    }
    if (snapshot.pause(region).isPresent()) {
      return new Verdict("PAUSED", "warn", "An operator has paused its receivers.");
    }
    if (here.isEmpty()) {
      return new Verdict(
          "NO RECEIVERS", "bad", "Its queue answers, and no receiver of it shows a sign of life.");
    }
    String state = RegionsCommand.ofHandlers(here);
    return state.equals("OPEN")
        ? new Verdict("OPEN", "good", "Its queue answers, and its receivers are at work.")
        : new Verdict(
            state, "bad", "Its receivers find their handler away%s.".formatted(reason(here)));
  }

  private static String reason(List<InstanceView> here) {
    return here.get(0).handlerReason();
  }

  private static String handler(List<InstanceView> here) {
    List<HandlerVitals.State> states =
        here.stream()
            .flatMap(each -> each.stats().handlers().stream())
            .map(HandlerVitals::state)
            .toList();
    if (states.isEmpty()) {
      return here.isEmpty() ? "unknown" : "not told";
    }
    long away = states.stream().filter(each -> each == HandlerVitals.State.AWAY).count();
    long doubtful = states.stream().filter(each -> each == HandlerVitals.State.DOUBTFUL).count();
    if (away > 0) {
      return "away for %d of %d (breaker open)".formatted(away, states.size());
    }
    return doubtful > 0 ? "doubtful for %d of %d".formatted(doubtful, states.size()) : "up";
  }
}
