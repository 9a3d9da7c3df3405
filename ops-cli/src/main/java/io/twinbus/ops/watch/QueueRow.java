package io.twinbus.ops.watch;

import java.util.List;
import java.util.Optional;

/**
 * One of several queues, all regions together.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name its name in {@code twinbus.queues}
 * @param handler how its handlers stand, in a word or three
 * @param isHandlerWell false where a receiver's handler is away, or no receiver serves the queue
 * @param endedPerSecond how many of its messages end a second; empty where no receiver says
 * @param copies the copies of all regions that answer
 * @param troubles why regions say nothing of it
 */
public record QueueRow(
    String name,
    String handler,
    boolean isHandlerWell,
    Optional<Double> endedPerSecond,
    Snapshot.Queue copies,
    List<String> troubles) {

  /** Copies {@code troubles}. */
  public QueueRow {
    troubles = List.copyOf(troubles);
  }

  /** Whether an operator should look at it. */
  public boolean isBad() {
    return !isHandlerWell || copies.dead() > 0 || !troubles.isEmpty();
  }
}
