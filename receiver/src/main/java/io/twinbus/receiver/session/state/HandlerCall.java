package io.twinbus.receiver.session.state;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.broker.Delivery;
import java.util.Optional;

/**
 * One call of the handler; {@link CallState} says how far it has come.
 *
 * @param number its number in this worker
 * @param delivery the message
 * @param place the message's place in its stream; empty where the message has a record of its own
 * @param attempt which attempt it is, from 1
 * @param begun when it began
 * @param deadline when it is cancelled
 */
public record HandlerCall(
    long number,
    Delivery delivery,
    Optional<Position> place,
    int attempt,
    MonotonicTime begun,
    MonotonicTime deadline) {

  /** The message's place in its stream; only where the session's cursor tells of it. */
  public Position position() {
    return place.orElseThrow(
        () -> new IllegalStateException("It has a record of its own: " + delivery));
  }

  /** Whether its message has a record of its own. */
  public boolean isSingle() {
    return place.isEmpty();
  }
}
