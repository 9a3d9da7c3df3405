package io.twinbus.simulation;

import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A receiver's link to a session that it has locked. The lock is renewed while the process runs and
 * the link is open; what arrives comes in order, and late.
 */
final class BrokerLink {

  private final SessionQueue queue;
  private final LinkHolder process;
  private final Ground ground;
  private final Set<Long> out = new HashSet<>();
  private final Deque<Delivery> underWay = new ArrayDeque<>();
  private @Nullable SimulatedSession listener;
  private @Nullable String lost;
  private int credit;
  private boolean closed;
  private Duration lockedUntil = Duration.ZERO;
  private Duration lastArrival = Duration.ZERO;

  BrokerLink(SessionQueue queue, LinkHolder process, Ground ground) {
    this.queue = queue;
    this.process = process;
    this.ground = ground;
  }

  SessionQueue queue() {
    return queue;
  }

  /** Names who hears of the session; of its loss, too, if that came first. */
  void listen(SimulatedSession hearer) {
    listener = hearer;
    String why = lost;
    if (why != null) {
      hearer.lost(why);
    }
  }

  /** Locks the session; renews the lock from time to time, or loses it. */
  void lock() {
    lockedUntil = ground.timeline().now().plus(SessionQueue.LOCK);
    ground.timeline().at(lockedUntil, this::expire);
    ground.timeline().after(SessionQueue.LOCK.dividedBy(3), this::renew);
  }

  private void renew() {
    if (closed || queue.holder() != this || process.isDead()) {
      return;
    }
    if (process.isUp() && !queue.broker().isDown()) {
      lock();
    } else {
      ground.timeline().after(SessionQueue.LOCK.dividedBy(3), this::renew);
    }
  }

  private void expire() {
    if (queue.holder() == this && ground.timeline().now().compareTo(lockedUntil) >= 0) {
      queue.loseLock("it was not renewed");
    }
  }

  void receive(int count) {
    ground
        .timeline()
        .after(
            ground.chance().millis(1, 10),
            () -> {
              credit += count;
              queue.pump();
            });
  }

  /** Sends a copy along if it is asked for and not on its way yet. */
  void offer(Delivery copy) {
    if (credit == 0 || !out.add(copy.brokerSequence())) {
      return;
    }
    credit--;
    Duration arrival = ground.timeline().now().plus(ground.chance().millis(1, 20));
    lastArrival = arrival.compareTo(lastArrival) > 0 ? arrival : lastArrival;
    underWay.add(copy);
    ground.timeline().at(lastArrival, () -> process.hand(this::tellNext));
  }

  /** It was settled, and is there once more. */
  void offerAgain(Delivery copy) {
    out.remove(copy.brokerSequence());
  }

  /** A link keeps its order, also where the process stood still meanwhile. */
  private void tellNext() {
    Delivery next = underWay.poll();
    if (next != null) {
      tell(hearer -> hearer.delivered(next));
    }
  }

  void settle(Delivery copy, Settlement settlement) {
    ground
        .timeline()
        .after(
            ground.chance().millis(1, 15),
            () -> {
              boolean done = queue.settle(this, copy, settlement);
              Duration back = ground.chance().millis(1, 15);
              ground
                  .timeline()
                  .after(
                      back, () -> process.hand(() -> tell(hearer -> hearer.settled(copy, done))));
            });
  }

  /** Looks through the session, a few copies at a time. */
  void search(Search search) {
    ground
        .timeline()
        .after(
            ground.chance().millis(1, 15),
            () -> {
              SearchOutcome outcome = queue.search(this, search);
              SimulatedSession hearer = listener;
              if (hearer != null && outcome instanceof SearchOutcome.Absent) {
                hearer.lookedThrough();
              }
              ground
                  .timeline()
                  .after(
                      ground.chance().millis(1, 15),
                      () -> process.hand(() -> tell(it -> it.searched(outcome))));
            });
  }

  /** Gives the lock back. */
  void close() {
    closed = true;
    ground.timeline().after(ground.chance().millis(1, 15), () -> queue.unlock(this));
  }

  void tellLost(String why) {
    Duration delay =
        ground
            .chance()
            .mostly(ground.chance().millis(1, 200), 30, ground.chance().millis(200, 5_000));
    ground
        .timeline()
        .after(
            delay,
            () ->
                process.hand(
                    () -> {
                      lost = why;
                      tell(hearer -> hearer.lost(why));
                    }));
  }

  private void tell(Consumer<SimulatedSession> news) {
    SimulatedSession hearer = listener;
    if (hearer != null && !closed) {
      news.accept(hearer);
    }
  }
}
