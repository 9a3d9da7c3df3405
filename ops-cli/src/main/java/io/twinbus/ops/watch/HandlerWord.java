package io.twinbus.ops.watch;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ops.ledger.InstanceView;
import java.util.List;

/**
 * How the handlers of one queue stand, in a word or three.
 *
 * @param text {@code UP}, {@code DOUBTFUL}, {@code AWAY}, {@code AWAY 1 OF 2}, {@code NO RECEIVER}
 * @param isWell whether all of them are {@code UP} or {@code DOUBTFUL}
 */
record HandlerWord(String text, boolean isWell) {

  /** What {@code alive} instances tell of the handlers of {@code queue}. */
  static HandlerWord of(EntityKey queue, List<InstanceView> alive) {
    List<HandlerVitals> told =
        alive.stream()
            .flatMap(each -> each.stats().handlers().stream())
            .filter(each -> each.queue().equals(queue))
            .toList();
    if (told.isEmpty()) {
      return new HandlerWord("NO RECEIVER", false);
    }
    long away = count(told, HandlerVitals.State.AWAY);
    if (away > 0) {
      String part = away == told.size() ? "" : " %d OF %d".formatted(away, told.size());
      return new HandlerWord("AWAY" + part, false);
    }
    return new HandlerWord(count(told, HandlerVitals.State.DOUBTFUL) > 0 ? "DOUBTFUL" : "UP", true);
  }

  private static long count(List<HandlerVitals> told, HandlerVitals.State state) {
    return told.stream().filter(each -> each.state() == state).count();
  }
}
