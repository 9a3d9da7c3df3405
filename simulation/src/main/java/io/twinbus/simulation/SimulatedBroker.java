package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Delivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One region's session queue: first in, first out by arrival, one holder of a session's lock at a
 * time, nothing while the region is out.
 */
final class SimulatedBroker {

  private static final Duration ACCEPT_TIMEOUT = Duration.ofSeconds(5);

  private record Waiter(LinkHolder process, Consumer<@Nullable BrokerLink> reply) {}

  private final RegionName region;
  private final Ground ground;
  private final SettlementHearer audit;
  private final Map<SessionId, SessionQueue> queues = new LinkedHashMap<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private final Deque<SentCopy> due = new ArrayDeque<>();
  private final Intake intake;
  private boolean down;
  private long sequence;

  SimulatedBroker(RegionName region, Ground ground, SettlementHearer audit) {
    this.region = region;
    this.ground = ground;
    this.audit = audit;
    this.intake = new Intake(this, ground);
  }

  /** Where producers bring their batches. */
  Intake intake() {
    return intake;
  }

  RegionName region() {
    return region;
  }

  boolean isDown() {
    return down;
  }

  Collection<SessionQueue> queues() {
    return queues.values();
  }

  /** Whether a copy of the message is here, or comes when the region is back. */
  boolean has(SentMessage message) {
    return arrivalOf(message) != null || due.stream().anyMatch(copy -> copy.message() == message);
  }

  /** Since when a copy of the message has been here; null when there is none. */
  @Nullable Duration arrivalOf(SentMessage message) {
    SessionQueue queue = queues.get(message.session);
    return queue == null ? null : queue.arrivalOf(message);
  }

  /** What the session's queue holds before a copy. */
  List<Delivery> before(SessionId session, long brokerSequence) {
    SessionQueue queue = queues.get(session);
    return queue == null
        ? List.of()
        : queue.copies().stream().filter(copy -> copy.brokerSequence() < brokerSequence).toList();
  }

  /** Takes a copy that is active at {@code when}; it comes when the region is back if it is out. */
  void schedule(SentCopy copy, Duration when) {
    ground.timeline().at(when, () -> arrive(copy));
  }

  private void arrive(SentCopy copy) {
    if (down) {
      due.add(copy);
      return;
    }
    SentMessage message = copy.message();
    SessionQueue queue =
        queues.computeIfAbsent(
            message.session, session -> new SessionQueue(session, this, ground, audit));
    long number = ++sequence;
    ground.trace().say(region.value(), () -> "has " + message + " as " + number);
    queue.add(message.copy(number, copy.headers()));
    serveWaiters();
  }

  /** Asks for the lock of any session with copies; null when there is none in time. */
  void accept(LinkHolder process, Consumer<@Nullable BrokerLink> reply) {
    ground
        .timeline()
        .after(
            ground.chance().millis(1, 15),
            () -> {
              Waiter waiter = new Waiter(process, reply);
              waiters.add(waiter);
              serveWaiters();
              ground.timeline().after(ACCEPT_TIMEOUT, () -> giveUp(waiter));
            });
  }

  private void giveUp(Waiter waiter) {
    if (waiters.remove(waiter)) {
      waiter.process().hand(() -> waiter.reply().accept(null));
    }
  }

  void serveWaiters() {
    while (!down && !waiters.isEmpty()) {
      List<SessionQueue> free = queues.values().stream().filter(SessionQueue::isFree).toList();
      if (free.isEmpty()) {
        return;
      }
      Waiter waiter = waiters.remove(ground.chance().below(waiters.size()));
      BrokerLink link = ground.chance().pick(free).lockFor(waiter.process());
      ground
          .timeline()
          .after(
              ground.chance().millis(1, 15),
              () -> waiter.process().hand(() -> waiter.reply().accept(link)));
    }
  }

  /** The region is out: every link is gone, and nothing more is taken. */
  void goDown() {
    down = true;
    ground.trace().say(region.value(), () -> "is out");
    queues.values().forEach(queue -> queue.loseLock("the region is out"));
    List.copyOf(waiters).forEach(this::giveUp);
  }

  /** The region is back; what became due meanwhile arrives in any order. */
  void comeBack() {
    down = false;
    ground.trace().say(region.value(), () -> "is back");
    for (SentCopy copy : due) {
      ground.timeline().after(ground.chance().millis(0, 300), () -> arrive(copy));
    }
    due.clear();
    serveWaiters();
  }

  /** How many copies are neither settled nor arrived after an outage. */
  int backlog() {
    return due.size() + queues.values().stream().mapToInt(SessionQueue::size).sum();
  }
}
