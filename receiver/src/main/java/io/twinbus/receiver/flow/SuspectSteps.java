package io.twinbus.receiver.flow;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What comes before the handler call of a suspect:
 *
 * <ol>
 *   <li>A suspect is what the record names, and under a claim that was taken over whatever may have
 *       run beyond the record before: the first messages of each stream, as many as a group has.
 *   <li>It asks the process's gate; one that a takeover has found started waits until it is alone.
 *       Only then its start is written: who waits cannot be condemned for another's deed.
 *   <li>Its handler starts when that stands. With {@link InDoubt#BLOCK} every start is written.
 *   <li>It leaves the gate when its end, or its failure, stands.
 * </ol>
 */
final class SuspectSteps {

  private static final Duration ASK_AGAIN = Duration.ofMillis(50);
  private static final Duration TO_WRITE = Duration.ofSeconds(30);

  private final Memory memory;
  private final Map<StreamId, Integer> ended = new HashMap<>();
  private boolean isTakenOver;
  private Optional<ClaimId> inside = Optional.empty();

  SuspectSteps(Memory memory) {
    this.memory = memory;
  }

  /** A claim begins. */
  void onClaimed(ClaimDecision.Kind kind) {
    isTakenOver = kind == ClaimDecision.Kind.TAKEOVER;
    ended.clear();
  }

  /** A message's end stands. */
  void onEnded(Position position) {
    if (isTakenOver) {
      ended.merge(position.stream(), 1, Integer::sum);
    }
  }

  /** Whether the handler may start now; if not, what must come first is under way. */
  boolean mayStart(Position position, Now now) {
    Optional<Suspect> known = memory.progress().suspect(position.stream(), position.seq());
    boolean isSuspect = known.isPresent() || isSuspectedAfterTakeover(position.stream());
    if (!isSuspect && memory.settings.attempts().inDoubt() == InDoubt.RERUN) {
      return true;
    }
    if (known.filter(Suspect::started).isPresent()) {
      return true;
    }
    if (memory.line.isBusy()) {
      return false;
    }
    if (isSuspect && !isAdmitted(known.map(Suspect::takeovers).orElse(0), now)) {
      memory.wakeAt(now.monotonic().plus(ASK_AGAIN));
      return false;
    }
    memory.write(new Change.Start(position), now);
    return false;
  }

  private boolean isSuspectedAfterTakeover(StreamId stream) {
    return isTakenOver && ended.getOrDefault(stream, 0) < memory.settings.commit().group();
  }

  private boolean isAdmitted(int takeovers, Now now) {
    ClaimId claim = memory.claim;
    if (claim == null) {
      return false;
    }
    Duration atMost =
        memory
            .settings
            .attempts()
            .handlerTimeout()
            .plus(memory.settings.pace().handlerGrace())
            .plus(TO_WRITE);
    boolean isIn =
        memory
            .standing
            .gate()
            .enter(new StartGate.Ticket(claim, takeovers), now.monotonic(), atMost);
    inside = isIn ? Optional.of(claim) : Optional.empty();
    return isIn;
  }

  /** Leaves the gate when nothing is left that could be counted. */
  void leaveWhenOver() {
    boolean isStarting =
        memory.writing != null
            && memory.writing.last().filter(last -> last instanceof Change.Start).isPresent();
    if (inside.isPresent()
        && memory.call == null
        && !isStarting
        && SuspectRule.started(memory.committed()).isEmpty()) {
      memory.standing.gate().leave(inside.get());
      inside = Optional.empty();
    }
  }
}
