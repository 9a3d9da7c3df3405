package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which regions' handlers are down, and what their calls come to then. Not thread-safe. */
final class Outages {

  private final Ground ground;
  private final Map<RegionName, FailureKind> down = new HashMap<>();

  Outages(Ground ground) {
    this.ground = ground;
  }

  /** From now on every call in {@code region} fails so. */
  void begin(RegionName region, FailureKind kind) {
    ground.trace().say(region.value(), () -> "its handler is down: " + kind);
    down.put(region, kind);
  }

  void end(RegionName region) {
    if (down.remove(region) != null) {
      ground.trace().say(region.value(), () -> "its handler is back");
    }
  }

  /** How every call in {@code region} fails; empty: they do not. */
  Optional<FailureKind> of(RegionName region) {
    return Optional.ofNullable(down.get(region));
  }

  /** Whether a connection to the handler of {@code region} stands. */
  boolean isReachable(RegionName region) {
    return down.get(region) != FailureKind.UNREACHED;
  }

  /** What a call that fails so answers; none of them has taken effect. */
  static HandlerOutcome outcome(FailureKind kind) {
    return switch (kind) {
      case JUDGED -> new HandlerOutcome.DeadLetter("Refused", "It refuses whatever it gets.");
      case END_UNKNOWN -> new HandlerOutcome.EndUnknown("no answer in time");
      case UNREACHED, AWAY, AMBIGUOUS, THROTTLED ->
          new HandlerOutcome.Retry(kind, "down: " + kind, Optional.empty(), Optional.empty());
    };
  }

  /** What a receiver makes of the answer; empty: it is none of a call that failed. */
  static Optional<FailureKind> kind(HandlerOutcome outcome) {
    if (outcome instanceof HandlerOutcome.Retry retry) {
      return Optional.of(retry.kind());
    }
    if (outcome instanceof HandlerOutcome.DeadLetter) {
      return Optional.of(FailureKind.JUDGED);
    }
    return outcome instanceof HandlerOutcome.EndUnknown
        ? Optional.of(FailureKind.END_UNKNOWN)
        : Optional.empty();
  }
}
