package io.twinbus.receiver.session.message;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Duration;
import java.util.Optional;

/** A worker at its process's gate: whether the suspect that it has in hand may run now. */
public final class Admission {

  private static final Duration ASK_AGAIN = Duration.ofMillis(50);
  private static final Duration TO_WRITE = Duration.ofSeconds(30);

  private final WorkerState state;
  private Optional<ClaimId> inside = Optional.empty();

  public Admission(WorkerState state) {
    this.state = state;
  }

  /** Whether it is in; if not, it asks again soon. {@code takeovers} more than none: alone. */
  public boolean enter(int takeovers, Now now) {
    ClaimId claim = state.claim();
    if (claim == null) {
      return false;
    }
    Duration atMost =
        state
            .settings
            .attempts()
            .handlerTimeout()
            .plus(state.settings.pace().handlerGrace())
            .plus(TO_WRITE);
    boolean isIn =
        state
            .ownership
            .gate()
            .enter(new StartGate.Ticket(claim, takeovers), now.monotonic(), atMost);
    inside = isIn ? Optional.of(claim) : Optional.empty();
    if (!isIn) {
      state.effects.wakeAt(now.monotonic().plus(ASK_AGAIN));
    }
    return isIn;
  }

  public boolean isInside() {
    return inside.isPresent();
  }

  public void leave() {
    inside.ifPresent(state.ownership.gate()::leave);
    inside = Optional.empty();
  }
}
