package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A worker's search, through its session at the broker, for what a gap lacks: one gap at a time,
 * one bounded look at a time, at most four in a look interval.
 *
 * <p>What was found behind the window widens it, if it is in reach; beyond that an alert is raised.
 * That it is not there holds for five look intervals.
 */
final class GapSearch {

  private static final int FRESH_LOOKS = 5;

  private final WorkerState state;
  private final PrefetchWindow demand;
  private @Nullable Search wanted;
  private boolean out;
  private int passed;
  private MonotonicTime begunAt;
  private MonotonicTime notBefore;
  private @Nullable MonotonicTime absentAt;

  GapSearch(WorkerState state, PrefetchWindow demand) {
    this.state = state;
    this.demand = demand;
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
    return !isStale && (isAtItsBeginning() || begunAt.isAtOrAfter(since));
  }

  private boolean isAtItsBeginning() {
    return !out && absentAt == null && wanted != null && wanted.from() == 0;
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
      onFound(search, found);
      wanted = search.from(0);
      notBefore = now.monotonic().plus(look.multipliedBy(FRESH_LOOKS));
    } else {
      notBefore = now.monotonic().plus(look);
    }
  }

  private Duration pause() {
    return state.settings.pace().readInterval().dividedBy(4);
  }

  private void onFound(Search search, SearchOutcome.Found found) {
    int place = passed + found.before() + 1;
    if (!demand.reach(place, state.inbox.size())) {
      state.effects.report(
          new WorkerFact.Stuck(
              "number %d of stream %s is here behind %d other copies, and at most %d can be held"
                  .formatted(
                      found.seq(), search.stream(), place - 1, state.settings.window().reach())));
    }
  }
}
