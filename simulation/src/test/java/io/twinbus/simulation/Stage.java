package io.twinbus.simulation;

import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/** A calm world for one history with a fixed schedule; times are seconds since its beginning. */
final class Stage {

  static final RegionName EAST = World.EAST;
  static final RegionName WEST = World.WEST;
  static final SessionId SESSION = new SessionId("parcel-1");
  static final StreamId P = new StreamId("p");
  static final StreamId Q = new StreamId("q");

  private static final ThreadLocal<Supplier<Wiring>> WIRING =
      ThreadLocal.withInitial(() -> Wiring::new);

  private static final Duration POLL = Duration.ofMillis(1);
  private static final Duration BOUND = Duration.ofMinutes(4);

  final World world;
  final Operator operator;

  Stage() {
    this(FlowSettings.Commit.EACH.group());
  }

  Stage(int group) {
    world = new World(Ground.of(1, true), WIRING.get().get());
    world.commit(new FlowSettings.Commit(group, FlowSettings.Commit.EACH.maxState()));
    operator = new Operator(world);
  }

  /** Plays {@code scenario} on stages that are put together as {@code wiring} says. */
  static void under(Supplier<Wiring> wiring, Executable scenario) throws Throwable {
    WIRING.set(wiring);
    try {
      scenario.execute();
    } finally {
      WIRING.remove();
    }
  }

  ReceiverProcess receiver(RegionName region) {
    return world.start(region, 4);
  }

  /** An acknowledged message of stream p; its copies are put by hand. */
  SentMessage message(long seq, long prev) {
    return message(P, seq, prev);
  }

  SentMessage message(StreamId stream, long seq, long prev) {
    SentMessage message = message(stream, seq, prev, null);
    message.acknowledged = true;
    return message;
  }

  /** An acknowledged message of stream p in another session. */
  SentMessage message(SessionId session, long seq, long prev) {
    SentMessage message = message(session, new Position(P, seq, prev), null);
    message.acknowledged = true;
    return message;
  }

  /** An acknowledged message of stream p, whose predecessor was sent so long before. */
  SentMessage after(Duration pause, long seq, long prev) {
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(P, seq, prev),
            ProcessClock.START.minus(pause),
            EAST,
            ProcessClock.START,
            null);
    SentMessage message = new SentMessage(SESSION, headers);
    message.acknowledged = true;
    world.messages().add(message);
    return message;
  }

  /** A message that both regions refused, as far as the sender knows. */
  SentMessage refused(long seq, long prev) {
    SentMessage message = message(P, seq, prev, null);
    message.failed = true;
    return message;
  }

  SentMessage expiring(long seq, long prev, double seconds) {
    SentMessage message = message(P, seq, prev, Duration.ofMillis((long) (seconds * 1_000)));
    message.acknowledged = true;
    return message;
  }

  private SentMessage message(StreamId stream, long seq, long prev, @Nullable Duration life) {
    return message(SESSION, new Position(stream, seq, prev), life);
  }

  private SentMessage message(SessionId session, Position position, @Nullable Duration life) {
    SequencedHeaders headers =
        new SequencedHeaders(
            position,
            null,
            EAST,
            ProcessClock.START,
            life == null ? null : ProcessClock.START.plus(life));
    SentMessage message = new SentMessage(session, headers);
    world.messages().add(message);
    return message;
  }

  void arrives(double seconds, RegionName region, SentMessage... messages) {
    for (SentMessage message : messages) {
      message.copies++;
      message.takenBy.add(region);
      world
          .broker(region)
          .schedule(new SentCopy(message, message.headers, time(seconds)), time(seconds));
    }
  }

  void at(double seconds, Runnable action) {
    world.at(time(seconds), action);
  }

  /** Does {@code action} as soon as {@code condition} holds. */
  void when(BooleanSupplier condition, Runnable action) {
    if (condition.getAsBoolean()) {
      action.run();
    } else {
      world.ground().timeline().after(POLL, () -> when(condition, action));
    }
  }

  void runUntil(double seconds) {
    world.ground().timeline().runUntil(time(seconds));
  }

  /** Runs until all has ended and is at rest, and requires that. */
  void drain() {
    Simulation.drain(world, world.ground().timeline().now().plus(BOUND));
  }

  long count(String what) {
    return world.ground().score().counts().getOrDefault(what, 0L);
  }

  long claims() {
    return count("fact Claimed FREE")
        + count("fact Claimed TAKEOVER")
        + count("fact Claimed ORPHAN");
  }

  SessionRecord record() {
    return Objects.requireNonNull(world.sessions().current(SESSION));
  }

  boolean isOnRecord() {
    return world.sessions().current(SESSION) != null;
  }

  long cursor(StreamId stream) {
    SessionRecord record = world.sessions().current(SESSION);
    return record == null ? 0 : record.progress().cursor(stream);
  }

  /** How the record says that the message ended. */
  EndedRange endOf(StreamId stream, long seq) {
    return record().progress().endOf(stream, seq).orElseThrow();
  }

  WatchedWorker workerOf(ReceiverProcess process) {
    return process.workers().get(0);
  }

  void loseLock(RegionName region) {
    world.broker(region).queues().forEach(queue -> queue.loseLock("it is taken away"));
  }

  private static Duration time(double seconds) {
    return Duration.ofMillis((long) (seconds * 1_000));
  }
}
