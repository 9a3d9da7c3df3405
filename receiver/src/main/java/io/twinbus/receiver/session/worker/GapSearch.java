package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A worker's search, through its session at the broker, for what a gap lacks: one gap at a time,
 * one bounded look at a time, at most four in a look interval.
 *
 * <p>What was found behind the window widens it, if it is in reach. Beyond that, and where the
 * process holds as many bytes as it may, the copy that the search has read is taken in as if it had
 * been delivered ({@link FoundCopies}). It cannot be settled; when the broker delivers it, the
 * record covers it. That it is not there holds for five look intervals.
 */
final class GapSearch {

  private static final int FRESH_LOOKS = 5;

  private final WorkerState state;
  private final PrefetchWindow demand;
  private final FoundCopies copies;
  private @Nullable Search wanted;
  private boolean out;
  private int passed;
  private MonotonicTime begunAt;
  private MonotonicTime notBefore;
  private @Nullable MonotonicTime absentAt;

  GapSearch(WorkerState state, PrefetchWindow demand) {
    this.state = state;
    this.demand = demand;
    this.copies = new FoundCopies(state);
    this.begunAt = state.view.at();
    this.notBefore = state.view.at();
  }

  /**
   * When a search for what {@code gap} lacks, begun at {@code since} or later, came to the end of
   * the session in vain; null while that is not known. Then it goes on searching.
   */
  @Nullable MonotonicTime absentSince(Inbox.Head gap, MonotonicTime since, Now now) {
    return absentSince(goal(gap), since, now);
  }

  private @Nullable MonotonicTime absentSince(Search goal, MonotonicTime since, Now now) {
    if (!isGoal(goal) || !isOfUse(since, now)) {
      if (out) {
        return null; // its answer is of no use, and is awaited all the same
      }
      if (!isGoal(goal)) {
        notBefore = MonotonicTime.earlier(notBefore, now.monotonic().plus(pause()));
      }
      begin(goal);
    }
    if (absentAt == null && !out) {
      lookWhenAllowed(now);
    }
    return absentAt;
  }

  /** Looks again, once a grace: what came behind a full window is not delivered. */
  void keepLooking(Search goal, Now now) {
    boolean rests =
        absentAt != null
            && isGoal(goal)
            && !now.monotonic().isAtOrAfter(absentAt.plus(state.settings.pace().gapGrace()));
    if (!rests) {
      absentSince(goal, state.times.bornAt(), now);
    }
  }

  /** The search for what {@code gap} lacks. */
  Search goal(Inbox.Head gap) {
    StreamId stream = gap.position().stream();
    return new Search(stream, state.progress().cursor(stream), gap.position().seq(), 0);
  }

  private boolean isGoal(Search goal) {
    return wanted != null && wanted.from(0).equals(goal);
  }

  private boolean isOfUse(MonotonicTime since, Now now) {
    Duration fresh = state.settings.pace().readInterval().multipliedBy(FRESH_LOOKS);
    boolean isStale = absentAt != null && now.monotonic().isAtOrAfter(absentAt.plus(fresh));
    return !isStale && begunAt.isAtOrAfter(since);
  }

  private void begin(Search goal) {
    wanted = goal;
    passed = 0;
    absentAt = null;
  }

  private void lookWhenAllowed(Now now) {
    Search search = wanted;
    if (search == null || !now.monotonic().isAtOrAfter(notBefore)) {
      state.effects.wakeAt(notBefore);
      return;
    }
    if (search.from() == 0) {
      begunAt = now.monotonic();
      passed = 0;
    }
    out = true;
    state.effects.add(new WorkerEffect.SearchSession(search));
  }

  /** Takes in the answer to a look. */
  void on(SearchOutcome outcome, Now now) {
    Search search = wanted;
    if (!out || search == null) {
      return;
    }
    out = false;
    Duration look = state.settings.pace().readInterval();
    if (outcome instanceof SearchOutcome.Absent) {
      absentAt = now.monotonic();
    } else if (outcome instanceof SearchOutcome.Further further) {
      passed += further.passed();
      wanted = search.from(further.from());
      notBefore = now.monotonic().plus(pause());
    } else if (outcome instanceof SearchOutcome.Found found) {
      wanted = search.from(0);
      notBefore = now.monotonic().plus(look.multipliedBy(FRESH_LOOKS));
      onFound(found, now);
    } else {
      notBefore = now.monotonic().plus(look);
    }
  }

  private Duration pause() {
    return state.settings.pace().readInterval().dividedBy(4);
  }

  /**
   * The copy is waited for where it can be received, and else handled as the search has read it.
   */
  private void onFound(SearchOutcome.Found found, Now now) {
    int place = passed + found.before() + 1;
    Position position = found.copy().position().orElse(null);
    if (position != null
        && state.isWorking()
        && !demand.reach(place, state.inbox.size())
        && copies.take(found.copy(), position, now)) {
      notBefore = now.monotonic().plus(pause());
    }
  }

  /** Whether nothing more comes until copies in hand are settled. */
  boolean isWindowFull() {
    return demand.isFull(state.inbox.size());
  }
}
