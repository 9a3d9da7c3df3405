package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.message.Admission;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What comes before the handler call of a suspect:
 *
 * <ol>
 *   <li>A suspect is what the record names, and under a claim that was taken over whatever may have
 *       run beyond the record before: the first messages of each stream, as many as a group has, or
 *       the first alone where the last commit left its worker nothing in hand.
 *   <li>It asks the process's gate; one that a takeover has found started waits until it is alone.
 *       Only then its start is written: who waits cannot be condemned for another's deed.
 *   <li>Its handler starts when that stands. With {@link InDoubt#BLOCK} every start is written.
 *   <li>It leaves the gate when its end, or its failure, stands. Until its end stands nothing
 *       behind it in its stream starts.
 * </ol>
 */
final class SuspectSteps {

  private final WorkerState state;
  private final Map<StreamId, Integer> ended = new HashMap<>();
  private final Admission admission;
  private int perStream;

  SuspectSteps(WorkerState state) {
    this.state = state;
    this.admission = new Admission(state);
  }

  /** A claim begins, of a session that rested perhaps. */
  void onClaimed(ClaimDecision.Kind kind, boolean rested) {
    int most = rested ? 1 : state.settings.commit().group();
    perStream = kind == ClaimDecision.Kind.TAKEOVER ? most : 0;
    ended.clear();
  }

  /** A message's end stands. */
  void onEnded(Position position) {
    if (perStream > 0) {
      ended.merge(position.stream(), 1, Integer::sum);
    }
  }

  /** Whether the handler may start now; if not, what must come first is under way. */
  boolean mayStart(SessionState.Claimed claimed, Position position, Now now) {
    if (isBehindASuspect(position)) {
      return false;
    }
    Optional<Suspect> known = state.progress().suspect(position.stream(), position.seq());
    boolean isSuspect = known.isPresent() || isSuspectedAfterTakeover(position.stream());
    if (!isSuspect && state.settings.attempts().inDoubt() == InDoubt.RERUN) {
      return true;
    }
    if (known.filter(Suspect::started).isPresent()) {
      return true;
    }
    if (state.writer.isBusy()) {
      return false;
    }
    if (isSuspect && !admission.enter(known.map(Suspect::takeovers).orElse(0), now)) {
      return false;
    }
    state.writes.change(claimed, new RecordChange.Start(position), now);
    return false;
  }

  /**
   * Whether something is held against an earlier message of the stream whose end is not in the
   * ledger yet: what may be to blame does not run beside others of its group.
   */
  private boolean isBehindASuspect(Position position) {
    Suspect held = state.view.progress().suspects().get(position.stream());
    return held != null
        && held.seq() < position.seq()
        && state.view.progress().cursor(position.stream()) < held.seq();
  }

  private boolean isSuspectedAfterTakeover(StreamId stream) {
    return ended.getOrDefault(stream, 0) < perStream;
  }

  /** Leaves the gate when nothing is left that could be counted. */
  void leaveWhenOver() {
    boolean isStarting =
        state.writes.changing().filter(RecordChange.Start.class::isInstance).isPresent();
    if (admission.isInside()
        && !state.hasCall()
        && !isStarting
        && SuspectRule.started(state.view.progress()).isEmpty()) {
      admission.leave();
    }
  }
}
