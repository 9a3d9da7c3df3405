package io.twinbus.receiver.health;

import io.twinbus.ledger.CountedAs;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.health.HandlerReport.State;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the handler works, as the calls of one instance tell, and what follows for the messages
 * and the workers. docs/decisions/0019 has the rules and their reasons.
 *
 * <ol>
 *   <li>A call that ends well makes a doubtful handler UP, one that fails makes it DOUBTFUL.
 *   <li>It is AWAY when {@link Witnesses} or {@link RefusalWatch} say so, or after three calls in a
 *       row that did not reach it.
 *   <li>A failure counts with evidence when a call of another session ended well since the failure
 *       of its message that counted last, or since its first; for a lone session without; while
 *       AWAY not at all.
 *   <li>While AWAY, one session at a time has a turn: a probe ({@link HandlerProbes}).
 *   <li>After calls of three sessions, or of all with work that were no witness, ended well, the
 *       handler is UP, and {@link SpeedLimit} says how many turns there are.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class HandlerHealth {

  private static final int MOST_UNREACHED = 3;
  private static final int ENOUGH_WELL = 3;
  private static final Duration EVIDENCE_SOUGHT = Duration.ofMinutes(10);
  private static final Duration LONG_AGO = Duration.ofDays(1);

  private final HealthSettings settings;
  private final CallHistory history = new CallHistory();
  private final Witnesses witnesses = new Witnesses();
  private final RefusalWatch refusals = new RefusalWatch();
  private final SpeedLimit speed = new SpeedLimit();
  private final CallTurns turns = new CallTurns();
  private final HandlerProbes probes;
  private final Set<SessionId> well = new HashSet<>();
  private State state = State.UP;
  private MonotonicTime since;
  private String reason = "";
  private long endedWell;
  private @Nullable MonotonicTime endedWellAt;
  private @Nullable MonotonicTime failedAt;
  private int unreached;
  private @Nullable MonotonicTime awayAt;
  private boolean isBack;

  /**
   * What to do now.
   *
   * @param turns the sessions that have got their turn
   * @param isBack whether the handler has come back since the last time: waits are cut short
   * @param connects whether to try a connection, and to tell {@link #connected}
   */
  public record Turns(List<SessionId> turns, boolean isBack, boolean connects) {

    /** Copies {@code turns}. */
    public Turns {
      turns = List.copyOf(turns);
    }
  }

  /**
   * A call that has ended.
   *
   * @param session whose message it was for
   * @param message the message's id
   * @param begun when it began; another worker may have called for the session since
   */
  public record Call(SessionId session, String message, MonotonicTime begun) {}

  /** The health of a handler that has had no call. */
  public HandlerHealth(HealthSettings settings, MonotonicTime now) {
    this.settings = settings;
    this.since = now;
    this.probes = new HandlerProbes(turns, settings.probes(), now);
  }

  /** How the handler stands. */
  public synchronized HandlerReport report() {
    return new HandlerReport(state, since, reason, endedWell, Optional.ofNullable(endedWellAt));
  }

  /** Whether calls are stopped. */
  public synchronized boolean isAway() {
    return state == State.AWAY;
  }

  /** {@code session} has a message that could be handled, or has none. */
  public synchronized void works(SessionId session, boolean hasWork) {
    turns.works(session, hasWork);
  }

  /** No worker serves {@code session} here any more. */
  public synchronized void left(SessionId session) {
    turns.left(session);
    probes.end(session);
  }

  /**
   * Whether {@code session} may claim, and call the handler; if not, {@link #poll} names it when
   * its turn has come.
   */
  public synchronized boolean mayCall(SessionId session, MonotonicTime now) {
    if (turns.hasTurn(session)) {
      return true;
    }
    if (state != State.AWAY) {
      int most = speed.most(now);
      if (most == Integer.MAX_VALUE) {
        return true;
      }
      if (turns.out() < most) {
        turns.give(session, now);
        return true;
      }
    }
    turns.waits(session);
    return false;
  }

  /** {@code session} cannot use its turn, because it is not this worker's. */
  public synchronized void giveUpTurn(SessionId session, MonotonicTime now) {
    turns.giveUp(session);
    probes.giveUp(session, now);
  }

  /** From when on claims are given back; empty while they are kept. */
  public synchronized Optional<MonotonicTime> releasesAt(SessionId session) {
    return state == State.AWAY && !turns.isOut(session)
        ? Optional.of(since.plus(settings.awayRelease()))
        : Optional.empty();
  }

  /** The handler is called for a message of {@code session}. */
  public synchronized void begins(SessionId session) {
    turns.begins(session);
  }

  /** The call of {@code session} is over, and tells nothing: the worker itself has ended it. */
  public synchronized void cancelled(SessionId session) {
    turns.ends(session);
    probes.end(session);
  }

  /** {@code call} has ended well. */
  public synchronized void endedWell(Call call, MonotonicTime now) {
    SessionId session = call.session();
    turns.ends(session);
    probes.end(session);
    endedWell++;
    endedWellAt = now;
    unreached = 0;
    history.called(session, now);
    history.endedWell(session, call.message(), now);
    witnesses.endedWell(session);
    refusals.endedWell(call.begun());
    if (state != State.AWAY) {
      enter(State.UP, now);
      return;
    }
    if (since.isAtOrAfter(call.begun())) {
      return; // it may have been accepted before the handler went down
    }
    well.add(session);
    probes.endedWell(now);
    if (well.size() >= neededWell()) {
      comeBack(now);
    }
  }

  /**
   * Whether a call that ended well at another instance of the region could be evidence now: a call
   * has failed lately, and none has ended well here since.
   */
  public synchronized boolean seeksEvidence(MonotonicTime now) {
    return state == State.DOUBTFUL
        && failedAt != null
        && now.since(failedAt).compareTo(EVIDENCE_SOUGHT) < 0;
  }

  /** A call has ended well at another instance of the region, at {@code at} or later. */
  public synchronized void endedWellElsewhere(MonotonicTime at) {
    history.endedWellElsewhere(at);
  }

  /** {@code call} has failed, as {@code why} says; what that means for its message. */
  public synchronized CallJudgement failed(
      Call call, FailureKind kind, String why, MonotonicTime now) {
    SessionId session = call.session();
    String message = call.message();
    turns.ends(session);
    history.called(session, now);
    if (probes.isOf(session)) {
      probes.end(session);
      return failedProbe(now);
    }
    if (kind == FailureKind.THROTTLED) {
      return CallJudgement.NOTHING;
    }
    if (kind == FailureKind.JUDGED) {
      return judged(session, message, why, now);
    }
    unreached = kind == FailureKind.UNREACHED ? unreached + 1 : 0;
    if (state == State.AWAY) {
      history.failed(session, message, now);
      return CallJudgement.NOTHING;
    }
    if (witnesses.testified(session)
        && awayAt != null
        && history.otherEndedWellAfter(session, awayAt)) {
      witnesses.disprove(session);
    }
    witnesses.failed(session, call.begun(), now);
    reason = why;
    failedAt = now;
    enter(State.DOUBTFUL, now);
    Duration quiet = history.lastEndedWell().map(now::since).orElse(LONG_AGO);
    if (unreached >= MOST_UNREACHED || witnesses.sayAway(quiet, turns.working().size(), now)) {
      history.failed(session, message, now);
      goAway(now);
      return CallJudgement.NOTHING;
    }
    CountedAs how = counted(session, message, kind, now);
    boolean isKnown = history.hasFailed(session, message);
    if (!isKnown || how == CountedAs.WITH_EVIDENCE || kind == FailureKind.UNREACHED) {
      history.failed(session, message, now);
    }
    return CallJudgement.counted(how);
  }

  private CountedAs counted(
      SessionId session, String message, FailureKind kind, MonotonicTime now) {
    if (kind == FailureKind.UNREACHED) {
      return CountedAs.NOT;
    }
    if (history.hasEvidence(session, message)) {
      return CountedAs.WITH_EVIDENCE;
    }
    boolean mayBeItsOwn = kind == FailureKind.AMBIGUOUS || kind == FailureKind.END_UNKNOWN;
    boolean isLone = witnesses.isDisproved(session) || history.isLone(session, now);
    return mayBeItsOwn && isLone ? CountedAs.WITHOUT_EVIDENCE : CountedAs.NOT;
  }

  /**
   * An operator says that the handler's refusals are right: from now on each is believed, until a
   * call ends well. A handler that is AWAY because of them is UP again.
   */
  public synchronized void believeRefusals(MonotonicTime now) {
    if (state == State.AWAY && refusals.sayAway()) {
      comeBack(now);
    }
    refusals.believe();
  }

  private CallJudgement judged(SessionId session, String message, String why, MonotonicTime now) {
    if (settings.refusals() == HealthSettings.Refusals.BELIEVE) {
      history.forget(session, message);
      return CallJudgement.BELIEVED;
    }
    if (state == State.AWAY) {
      return CallJudgement.NOTHING;
    }
    refusals.refused(session, now);
    boolean isLone =
        history.isLone(session, now) && turns.working().stream().allMatch(session::equals);
    if (refusals.sayAway()) {
      reason = why;
      goAway(now);
      return CallJudgement.NOTHING;
    }
    if (refusals.isBelieved(isLone)) {
      history.forget(session, message);
      return CallJudgement.BELIEVED;
    }
    reason = why;
    enter(State.DOUBTFUL, now);
    return CallJudgement.NOTHING;
  }

  /** Whether calls are stopped, held back or just let go: then {@link #poll} is asked often. */
  public synchronized boolean isHeldBack(MonotonicTime now) {
    return state == State.AWAY || isBack || speed.most(now) != Integer.MAX_VALUE;
  }

  /** What is due; to be asked many times a second while calls are held back. */
  public synchronized Turns poll(MonotonicTime now) {
    boolean wasBack = isBack;
    isBack = false;
    turns.expire(now);
    if (state == State.AWAY) {
      return pollAway(now);
    }
    int most = speed.most(now);
    List<SessionId> next =
        turns.next(most == Integer.MAX_VALUE ? most : Math.max(0, most - turns.out()));
    next.forEach(session -> turns.give(session, now));
    return new Turns(next, wasBack, false);
  }

  private Turns pollAway(MonotonicTime now) {
    probes.expire(now);
    boolean connects = probes.connects(!well.isEmpty(), now);
    return new Turns(probes.next(now).map(List::of).orElse(List.of()), false, connects);
  }

  /** A connection was tried; if it stood, the next probe may be a message. */
  public synchronized void connected(boolean stood, MonotonicTime now) {
    probes.connected(stood);
    if (state == State.AWAY && !stood) {
      probes.failed(now);
    }
  }

  private CallJudgement failedProbe(MonotonicTime now) {
    if (state != State.AWAY) {
      return CallJudgement.NOTHING; // another call has brought the handler back meanwhile
    }
    well.clear();
    probes.failed(now);
    return CallJudgement.FAILED_PROBE;
  }

  /** Every session with work that was no witness, and at least one; three are enough. */
  private int neededWell() {
    long others =
        turns.working().stream()
            .filter(session -> !witnesses.testified(session) && !well.contains(session))
            .count();
    long done = well.stream().filter(session -> !witnesses.testified(session)).count();
    return (int) Math.min(ENOUGH_WELL, Math.max(1, others + done));
  }

  private void goAway(MonotonicTime now) {
    witnesses.testify();
    speed.away(now);
    well.clear();
    awayAt = now;
    probes.begin(now);
    enter(State.AWAY, now);
  }

  private void comeBack(MonotonicTime now) {
    speed.back(now);
    refusals.reset();
    unreached = 0;
    isBack = true;
    enter(State.UP, now);
  }

  private void enter(State next, MonotonicTime now) {
    if (state != next) {
      state = next;
      since = now;
    }
  }
}
