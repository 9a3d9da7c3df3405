package io.twinbus.receiver.session;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A handler call that has not returned, or whose answer waits for the line to the ledger.
 *
 * @param number its number in this worker
 * @param delivery the message
 * @param place the message's place, where the session's cursor tells of it; null where it has a
 *     record of its own
 * @param attempt which attempt it is
 * @param deadline when it is cancelled
 * @param cancelledAt when it was; null while it was not
 * @param outcome what it answered; null while it has not returned
 */
record HandlerCall(
    long number,
    Delivery delivery,
    @Nullable Position place,
    int attempt,
    MonotonicTime deadline,
    @Nullable MonotonicTime cancelledAt,
    @Nullable HandlerOutcome outcome) {

  /** The message's place in its stream; only where the session's cursor tells of it. */
  Position position() {
    return Objects.requireNonNull(place, "It has a record of its own.");
  }

  /** Whether its message has a record of its own. */
  boolean isSingle() {
    return place == null;
  }

  HandlerCall cancelled(MonotonicTime at) {
    return new HandlerCall(number, delivery, place, attempt, deadline, at, outcome);
  }

  HandlerCall returned(HandlerOutcome answer) {
    return new HandlerCall(number, delivery, place, attempt, deadline, cancelledAt, answer);
  }

  boolean hasReturned() {
    return outcome != null;
  }
}
