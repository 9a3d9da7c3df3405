package io.twinbus.testkit.simulation;

import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.flow.Delivery;
import io.twinbus.receiver.flow.Settlement;
import io.twinbus.receiver.flow.WorkerEvent;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A receiver's link to a session that it has locked. The lock is renewed while the process runs and
 * the link is open; what arrives comes in order, and late.
 */
final class BrokerLink {

  private final SessionQueue queue;
  private final ReceiverProcess process;
  private final Ground ground;
  private final Set<Long> out = new HashSet<>();
  private @Nullable WorkerHost listener;
  private @Nullable String lost;
  private int credit;
  private boolean closed;
  private Duration lockedUntil = Duration.ZERO;
  private Duration lastArrival = Duration.ZERO;

  BrokerLink(SessionQueue queue, ReceiverProcess process, Ground ground) {
    this.queue = queue;
    this.process = process;
    this.ground = ground;
  }

  SessionQueue queue() {
    return queue;
  }

  /** Names who hears of the session; of its loss, too, if that came first. */
  void listen(WorkerHost host) {
    listener = host;
    String why = lost;
    if (why != null) {
      host.hand(new WorkerEvent.BrokerLost(why));
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
    ground
        .timeline()
        .at(lastArrival, () -> process.hand(() -> tell(new WorkerEvent.Delivered(copy))));
  }

  void settle(Delivery copy, Settlement settlement) {
    ground
        .timeline()
        .after(
            ground.chance().millis(1, 15),
            () -> {
              queue.settle(this, copy, settlement);
              Duration back = ground.chance().millis(1, 15);
              WorkerEvent settled = new WorkerEvent.Settled(copy.brokerSequence());
              ground.timeline().after(back, () -> process.hand(() -> tell(settled)));
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
              WorkerHost host = listener;
              if (host != null && outcome instanceof SearchOutcome.Absent) {
                host.lookedThrough();
              }
              ground
                  .timeline()
                  .after(
                      ground.chance().millis(1, 15),
                      () -> process.hand(() -> tell(new WorkerEvent.Searched(outcome))));
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
                      tell(new WorkerEvent.BrokerLost(why));
                    }));
  }

  private void tell(WorkerEvent event) {
    WorkerHost host = listener;
    if (host != null && !closed) {
      host.hand(event);
    }
  }
}
