package io.twinbus.receiver.runtime;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.SessionContention;
import io.twinbus.receiver.session.SessionDemand;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Who waits, as far as one queue is concerned: sessions for places of its workers, other processes
 * for sessions that its workers keep, and its workers for sessions of others.
 *
 * <ol>
 *   <li>When no place is left and more sessions wait, as far as {@link SessionContention} can tell,
 *       those with nothing in hand give theirs up: with their last write, or when a round finds
 *       them idle.
 *   <li>While places are free, the region answers, and it is known what other processes wait for,
 *       claims on sessions without work are kept for the long linger. When that ends, or another
 *       process waits for one of them, the worker looks again.
 * </ol>
 *
 * <p>Thread-safe; its rounds come one after the other.
 */
final class QueueDemand implements SessionDemand {

  /** A worker that waits so long for a session's owner says so: most are gone sooner. */
  private static final Duration PATIENCE = Duration.ofMillis(250);

  private final EntityKey queue;
  private final SessionRunners runners;
  private final WantedReads wanted;
  private final Duration quiet;
  private final Clocks clocks;
  private final Way way;
  private final SessionContention crowd;
  private boolean keeps;

  /**
   * What it asks about the way to the broker.
   *
   * @param places how many sessions the process may hold
   * @param isFull whether no session can come, nor will in a moment
   * @param isHungry whether the latest accept found a session
   * @param isAwaited whether a session has come that waits for a place
   * @param answers whether the region answers
   */
  record Way(
      int places,
      BooleanSupplier isFull,
      BooleanSupplier isHungry,
      BooleanSupplier isAwaited,
      BooleanSupplier answers) {}

  QueueDemand(QueueContext context, SessionRunners runners, WantedReads wanted, Way way) {
    this.queue = context.key();
    this.quiet = context.options().flow().pace().idle().quiet();
    this.clocks = context.ports().clocks();
    this.runners = runners;
    this.wanted = wanted;
    this.way = way;
    this.crowd = new SessionContention(way.places(), now());
  }

  @Override
  public boolean isPressing() {
    return way.isAwaited().getAsBoolean()
        || (way.isHungry().getAsBoolean() && crowd.isPressing(now()));
  }

  @Override
  public boolean mayKeep(SessionId session) {
    return keepsForLong() && !isWanted(session);
  }

  @Override
  public boolean isWanted(SessionId session) {
    return wanted.isWanted(queue, session);
  }

  private boolean keepsForLong() {
    return wanted.isKnown() && way.answers().getAsBoolean() && !way.isFull().getAsBoolean();
  }

  /** A session has come. */
  void came(SessionId session) {
    crowd.came(session);
  }

  /**
   * All places are taken by sessions.
   *
   * @param isOwn whether the queue has all those that it is guaranteed: others give it no more back
   */
  void filled(MonotonicTime now, boolean isOwn) {
    crowd.filled(now);
    if (isOwn) {
      crowd.full(now);
    }
  }

  /** A worker has given its place up with its last write. */
  void left(SessionId session) {
    crowd.left(session, now());
  }

  /** Has those look again that keep a claim for long, once there is a reason to release it. */
  void round() {
    boolean before = keeps;
    keeps = keepsForLong();
    if (before && !keeps) {
      runners.nudgeIdle(now(), session -> true);
    }
  }

  /** Has idle ones give their places up, while no place is left and others wait. */
  void makeRoom(MonotonicTime now) {
    crowd.full(now);
    int most = way.isHungry().getAsBoolean() ? crowd.mayLeave(now) : 0;
    if (most > 0) {
      crowd.sent(runners.dismissIdle(most, now.plus(quiet.negated())), now);
    }
  }

  /** Whether it keeps claims on sessions without work. */
  boolean keepsIdleSessions() {
    return runners.keepIdleSince(now().plus(quiet.negated()));
  }

  /** Has those released that other processes wait for. */
  void releaseWanted() {
    runners.nudgeIdle(now(), this::isWanted);
  }

  /** The sessions that its workers wait for to be released by their owners elsewhere. */
  Stream<SessionDigest> awaited() {
    return runners.awaitedSince(now().plus(PATIENCE.negated())).stream()
        .map(session -> SessionDigest.of(queue, session));
  }

  private MonotonicTime now() {
    return clocks.now().monotonic();
  }
}
