package io.twinbus.receiver;

import io.twinbus.protocol.Body;
import java.util.Optional;

/**
 * What a handler that completed wants done with its session's state. It is written together with
 * the message's end: each message changes the state exactly once, whatever fails.
 *
 * <p>Immutable and thread-safe.
 */
public sealed interface StateChange {

  /** The state stays as it is. */
  record Keep() implements StateChange {}

  /** The state is {@code value} from now on. */
  record Set(Body value) implements StateChange {}

  /** There is no state any more. */
  record Clear() implements StateChange {}

  /** What becomes of {@code state}. */
  default Optional<Body> appliedTo(Optional<Body> state) {
    if (this instanceof Set set) {
      return Optional.of(set.value());
    }
    return this instanceof Clear ? Optional.empty() : state;
  }

  /** How many bytes it wants kept. */
  default int size() {
    return this instanceof Set set ? set.value().size() : 0;
  }
}
