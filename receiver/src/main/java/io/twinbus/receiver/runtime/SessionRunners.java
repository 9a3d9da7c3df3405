package io.twinbus.receiver.runtime;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.SessionRotation;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The session runners of one incarnation.
 *
 * <p>Thread-safe; counts taken while sessions come and go may miss the newest.
 */
final class SessionRunners {

  private final Set<SessionRunner> runners = ConcurrentHashMap.newKeySet();

  void add(SessionRunner runner) {
    runners.add(runner);
  }

  void remove(SessionRunner runner) {
    runners.remove(runner);
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

  /** Hands {@code event} to those of {@code sessions}. */
  void tell(Set<SessionId> sessions, WorkerEvent event) {
    runners.stream()
        .filter(runner -> sessions.contains(runner.session()))
        .forEach(runner -> runner.post(event));
  }

  /** Has those whose turn is over give their sessions up; how many. */
  int dismissParked(SessionRotation turns, MonotonicTime now) {
    List<SessionRunner> waiting =
        runners.stream().filter(one -> one.isParked() && !one.isSentAway()).toList();
    List<SessionRunner> over = turns.over(waiting, runners.size(), now);
    over.forEach(SessionRunner::sendAway);
    return over.size();
  }

  /** Has those without anything in hand give their sessions up; which ones. */
  List<SessionId> dismissIdle(MonotonicTime since) {
    List<SessionRunner> idle =
        runners.stream().filter(one -> one.isIdleSince(since) && !one.isSentAway()).toList();
    idle.forEach(SessionRunner::sendAway);
    return idle.stream().map(SessionRunner::session).toList();
  }

  /** Ends all that have not stopped. */
  void abandon(String why) {
    runners.forEach(runner -> runner.abandon(why));
  }
}
