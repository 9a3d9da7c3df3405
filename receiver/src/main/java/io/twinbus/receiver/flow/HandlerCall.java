package io.twinbus.receiver.flow;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import org.jspecify.annotations.Nullable;

/**
 * A handler call that has not returned, or whose answer waits for the line to the ledger.
 *
 * @param number its number in this worker
 * @param delivery the message
 * @param position the message's place
 * @param attempt which attempt it is
 * @param deadline when it is cancelled
 * @param cancelledAt when it was; null while it was not
 * @param outcome what it answered; null while it has not returned
 */
record HandlerCall(
    long number,
    Delivery delivery,
    Position position,
    int attempt,
    MonotonicTime deadline,
    @Nullable MonotonicTime cancelledAt,
    @Nullable HandlerOutcome outcome) {

  HandlerCall cancelled(MonotonicTime at) {
    return new HandlerCall(number, delivery, position, attempt, deadline, at, outcome);
  }

  HandlerCall returned(HandlerOutcome answer) {
    return new HandlerCall(number, delivery, position, attempt, deadline, cancelledAt, answer);
  }

  boolean hasReturned() {
    return outcome != null;
  }
}
