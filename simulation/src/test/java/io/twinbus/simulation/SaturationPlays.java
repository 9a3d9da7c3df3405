package io.twinbus.simulation;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Histories of a ledger that takes less than is asked of it. Each answers what went wrong, and
 * nothing when all went well. Times are seconds since the beginning.
 */
final class SaturationPlays {

  private static final int SLOTS = 60;
  private static final double SOON_SECONDS = 10.1;

  /** So many of its messages a session beside a hot partition may lack; it has two a second. */
  private static final int MOST_BEHIND = 3;

  private SaturationPlays() {}

  /**
   * For 24 s a ledger takes five operations a second, while twenty are asked of it; now and then
   * one is in doubt.
   *
   * <ol>
   *   <li>Twenty sessions have a message a second each.
   *   <li>Six idle ones, whose claims were given back, have one more each as it begins: their
   *       claims wait.
   *   <li>Eight new ones come: they are not accepted.
   * </ol>
   */
  static final class Saturated {

    private static final int BUSY = 20;
    private static final int IDLE = 6;
    private static final int NEW = 8;
    private static final int LAST_SECOND = 30;
    private static final int TIGHT_FROM = 10;
    private static final int TIGHT_UNTIL = 34;
    private static final int PER_SECOND = 5;
    private static final int STANDBY = 15;
    private static final double LEAST_SPENT = 0.9;
    private static final double LEAST_ENDED = 0.8;
    private static final double MOST_REFUSED = 2;

    private final Stage stage = new Stage();
    private final List<SessionId> busy = named("busy", BUSY);
    private final List<SessionId> idle = named("idle", IDLE);
    private final List<SessionId> fresh = named("new", NEW);
    private final List<SentMessage> all = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    Optional<String> play() {
      stage.world.start(Stage.EAST, SLOTS);
      stage.world.start(Stage.WEST, SLOTS);
      busy.forEach(
          session -> IntStream.rangeClosed(1, LAST_SECOND).forEach(n -> send(session, n, n)));
      idle.forEach(session -> send(session, 1, 1));
      idle.forEach(session -> send(session, 2, TIGHT_FROM));
      fresh.forEach(session -> send(session, 1, TIGHT_FROM + 8));

      stage.runUntil(TIGHT_FROM);
      stage.world.ledger().rate().limit(PER_SECOND * LedgerRate.WRITE);
      stage.world.ledger().weather(LedgerWeather.ROUGH);
      long before = ended(busy);
      stage.runUntil(TIGHT_UNTIL);
      tight(ended(busy) - before);
      stage.world.ledger().rate().end();
      stage.world.ledger().weather(LedgerWeather.CALM);
      stage.runUntil(TIGHT_UNTIL + 10);
      long missing = all.size() - ended(busy) - ended(idle) - ended(fresh);
      require(
          missing == 0, missing + " messages have not ended ten seconds after the ledger's return");
      stage.drain();
      unharmed();
      return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", wrong));
    }

    private void tight(long ended) {
      LedgerRate rate = stage.world.ledger().rate();
      long units = (long) PER_SECOND * LedgerRate.WRITE * (TIGHT_UNTIL - TIGHT_FROM);
      require(
          rate.spent() >= LEAST_SPENT * units,
          "%d of %d request units were spent".formatted(rate.spent(), units));
      require(
          ended >= LEAST_ENDED * rate.writes(),
          "%d messages ended with %d writes".formatted(ended, rate.writes()));
      require(
          rate.refusedWrites() <= MOST_REFUSED * rate.writes(),
          "%d writes were refused and %d taken".formatted(rate.refusedWrites(), rate.writes()));
      long claimed = ended(idle) - IDLE;
      require(claimed == 0, claimed + " idle sessions were claimed while commits waited");
      long accepted =
          stage.world.broker(Stage.EAST).queues().stream()
              .filter(queue -> fresh.contains(queue.session()) && queue.holder() != null)
              .count();
      require(accepted == 0, accepted + " new sessions were accepted while commits waited");
    }

    private void unharmed() {
      require(stage.count("lease lost") == 0, "leases were lost");
      require(stage.count("fact Claimed TAKEOVER") == 0, "sessions were taken over");
      long repeated = all.stream().filter(message -> message.starts.size() != 1).count();
      require(repeated == 0, repeated + " messages were not started once");
    }

    private void send(SessionId session, int number, double second) {
      SentMessage message = stage.message(session, number, number - 1);
      all.add(message);
      stage.arrives(second, Stage.EAST, message);
      boolean isBusy = busy.contains(session);
      stage.arrives(isBusy ? second + STANDBY : TIGHT_UNTIL + STANDBY, Stage.WEST, message);
    }

    private long ended(List<SessionId> sessions) {
      return sessions.stream().mapToLong(session -> cursor(stage, session)).sum();
    }

    private void require(boolean isWell, String otherwise) {
      if (!isWell) {
        wrong.add(otherwise);
      }
    }
  }

  /** For 15 s one session's partition refuses everything; each second the others are on time. */
  static Optional<String> hot() {
    Stage stage = new Stage();
    stage.world.start(Stage.EAST, SLOTS);
    List<SessionId> sessions = named("session", 10);
    for (int half = 2; half < 40; half++) {
      for (SessionId session : sessions) {
        stage.arrives(half / 2.0, Stage.EAST, stage.message(session, half - 1, half - 2));
      }
    }
    stage.runUntil(5);
    stage.world.ledger().rate().heat(sessions.get(0));
    Set<SessionId> behind = new LinkedHashSet<>();
    for (int second = 6; second <= 20; second++) {
      stage.runUntil(second);
      long least = 2L * second - 1 - MOST_BEHIND;
      sessions.stream()
          .skip(1)
          .filter(session -> cursor(stage, session) < least)
          .forEach(behind::add);
    }
    stage.world.ledger().rate().end();
    stage.drain();
    return behind.isEmpty()
        ? Optional.empty()
        : Optional.of("the hot partition of %s has held %s up".formatted(sessions.get(0), behind));
  }

  /**
   * Owners die in the middle of their work, at other times each, 1 s after their last beat on
   * average. The silent lease is looked at every quarter of a second: so its session goes on
   * elsewhere 9.5 s later on average, and 10.8 s later if observers only read all leases, every 1.6
   * s.
   */
  static Optional<String> takeover() {
    double seconds =
        IntStream.range(0, 10).mapToDouble(i -> takeover(8 + 0.2 * i)).average().orElseThrow();
    return seconds <= SOON_SECONDS
        ? Optional.empty()
        : Optional.of("a dead owner's session goes on after %.1f s".formatted(seconds));
  }

  private static double takeover(double at) {
    Stage stage = new Stage();
    ReceiverProcess east = stage.receiver(Stage.EAST);
    stage.receiver(Stage.WEST);
    stage.arrives(at - 0.5, Stage.EAST, stage.message(1, 0));
    stage.at(at, east::kill);
    SentMessage next = stage.message(2, 1);
    stage.arrives(at, Stage.WEST, next);
    Duration[] started = new Duration[1];
    stage.when(
        () -> !next.starts.isEmpty(), () -> started[0] = stage.world.ground().timeline().now());
    stage.drain();
    return started[0].toMillis() / 1e3 - at;
  }

  private static List<SessionId> named(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> new SessionId(name + "-" + i)).toList();
  }

  private static long cursor(Stage stage, SessionId session) {
    SessionRecord record = stage.world.sessions().current(session);
    return record == null ? 0 : record.progress().cursor(Stage.P);
  }
}
