package io.twinbus.receiver.runtime;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.Ranking;
import io.twinbus.receiver.rules.SessionRotation;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The session runners of one incarnation.
 *
 * <p>Thread-safe; counts taken while sessions come and go may miss the newest.
 */
final class SessionRunners {

  /**
   * The last write of a session, its copy's settlement and the close of its link together take
   * longer than it had its place for: as many places again would be used up by those that leave.
   */
  private static final int LEAVING_A_PLACE = 2;

  private final Set<SessionRunner> runners = ConcurrentHashMap.newKeySet();
  private final Set<SessionRunner> leaving = ConcurrentHashMap.newKeySet();

  void add(SessionRunner runner) {
    runners.add(runner);
  }

  /** {@code runner} calls no handler any more. */
  void leaves(SessionRunner runner) {
    leaving.add(runner);
  }

  /** {@code runner} has ended; whether it was leaving. */
  boolean remove(SessionRunner runner) {
    boolean wasLeaving = leaving.remove(runner);
    runners.remove(runner);
    return wasLeaving;
  }

  /**
   * Whether another runner serves the session of {@code runner}: when a lock has run out, the
   * region gives its session to the next accept, before the old runner has heard of it.
   */
  boolean serveBeside(SessionRunner runner) {
    SessionId session = runner.session();
    return runners.stream().anyMatch(one -> !one.equals(runner) && one.session().equals(session));
  }

  /** How many places they take, of {@code places}: those that leave have given theirs up. */
  int taken(int places) {
    return runners.size() - Math.min(leaving.size(), LEAVING_A_PLACE * places);
  }

  int count() {
    return runners.size();
  }

  /** How many are parked. */
  int parked() {
    return (int) runners.stream().filter(SessionRunner::isParked).count();
  }

  /** How many wait for an operator. */
  int blocked() {
    return (int) runners.stream().filter(SessionRunner::isBlocked).count();
  }

  /** When the first message in hand was sent that has not ended. */
  Optional<Instant> oldest() {
    return runners.stream()
        .map(SessionRunner::oldest)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder());
  }

  /** How many copies they hold. */
  int inHand() {
    return runners.stream().mapToInt(SessionRunner::inHand).sum();
  }

  /** Hands {@code event} to all of them. */
  void tell(WorkerEvent event) {
    runners.forEach(runner -> runner.post(event));
  }

  /** Has all of them give their sessions up when their calls have ended. */
  void sendAway() {
    runners.forEach(SessionRunner::sendAway);
  }

  /** The sessions that have waited since {@code before} to be released by another owner. */
  List<SessionId> awaitedSince(MonotonicTime before) {
    return runners.stream()
        .filter(one -> one.awaitsOwnerSince(before))
        .map(SessionRunner::session)
        .toList();
  }

  /** Whether any keeps a claim without having had anything to do since {@code before}. */
  boolean keepIdleSince(MonotonicTime before) {
    return runners.stream().anyMatch(one -> one.keepsIdleSince(before));
  }

  /** Has those look again that keep a claim without work, and whose session is {@code among}. */
  void nudgeIdle(MonotonicTime now, Predicate<SessionId> among) {
    runners.stream()
        .filter(one -> one.keepsIdleSince(now) && among.test(one.session()))
        .forEach(one -> one.post(new WorkerEvent.Tick()));
  }

  /** Hands {@code event} to those of {@code sessions}. */
  void tell(Set<SessionId> sessions, WorkerEvent event) {
    runners.stream()
        .filter(runner -> sessions.contains(runner.session()))
        .forEach(runner -> runner.post(event));
  }

  /**
   * Has those whose turn is over give their sessions up; how many.
   *
   * @param taken how many places are taken, of whichever queue
   */
  int dismissParked(SessionRotation turns, int taken, MonotonicTime now) {
    List<SessionRunner> waiting =
        runners.stream().filter(one -> one.isParked() && !one.isSentAway()).toList();
    List<SessionRunner> over = turns.over(waiting, taken, now);
    over.forEach(SessionRunner::sendAway);
    return over.size();
  }

  /** Has {@code most} of those without anything in hand give their sessions up; which ones. */
  List<SessionId> dismissIdle(int most, MonotonicTime since) {
    List<SessionRunner> idle =
        runners.stream()
            .filter(one -> one.isIdleSince(since) && !one.isSentAway())
            .limit(most)
            .toList();
    idle.forEach(SessionRunner::sendAway);
    return idle.stream().map(SessionRunner::session).toList();
  }

  /**
   * Has as many give their sessions up as makes {@code places} with those that do already: idle
   * ones first, then parked ones, then others after their call; how many more.
   */
  int giveBack(int places) {
    long leaving = runners.stream().filter(SessionRunner::isSentAway).count();
    if (places <= leaving) {
      return 0;
    }
    List<SessionRunner> staying = runners.stream().filter(one -> !one.isSentAway()).toList();
    List<SessionRunner> next =
        Ranking.by(SessionRunners::costToLeave, staying).stream().limit(places - leaving).toList();
    next.forEach(SessionRunner::sendAway);
    return next.size();
  }

  private static int costToLeave(SessionRunner runner) {
    if (runner.inHand() == 0) {
      return 0;
    }
    return runner.isParked() ? 1 : 2;
  }

  /** Ends all that have not stopped. */
  void abandon(String why) {
    runners.forEach(runner -> runner.abandon(why));
  }
}
