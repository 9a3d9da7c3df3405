package io.twinbus.ops.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ops.ledger.InstanceView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** All queues on one screen. */
class QueuesFrameTest {

  private static final EntityKey ORDERS = EntityKey.ofQueue("orders");

  @Test
  void queuesThatNeedALookComeFirstAndWhatDoesNotFitIsCounted() {
    List<QueueRow> rows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      rows.add(row("calm-%02d".formatted(i), "UP", 0));
    }
    rows.add(row("sick", "AWAY", 0));
    rows.add(row("wasted", "UP", 7));

    List<String> lines = picture(80, 24, rows);

    assertThat(lines).allMatch(line -> line.length() <= 80).hasSizeLessThan(24);
    int heading = indexOf(lines, "QUEUE +HANDLER +ENDED/S +LAG +WAITING +DEAD");
    assertThat(lines.get(heading + 1)).matches("sick +AWAY +2.5 +1s +3 +0");
    assertThat(lines.get(heading + 2)).matches("wasted +UP +2.5 +1s +3 +7");
    assertThat(lines.get(heading + 3)).startsWith("calm-00");
    assertThat(lines).anyMatch(line -> line.matches("… and \\d+ more queues: see 'regions'"));
    assertThat(lines).noneMatch(line -> line.startsWith("sessions:"));
  }

  @Test
  void theRateOfAQueueIsThatOfAllItsInstancesByTheirOwnClocks() {
    QueueRates rates = new QueueRates();
    rates.on(List.of(told("a", 0, 100), told("b", 0, 10)));
    rates.on(List.of(told("a", 10, 150), told("b", 10, 40)));
    assertThat(rates.of(ORDERS)).contains(8.0);

    rates.on(List.of(told("a", 10, 150), told("b", 20, 40)));
    assertThat(rates.of(ORDERS)).as("a has told nothing since").contains(5.0);

    rates.on(List.of());
    assertThat(rates.of(ORDERS)).isEmpty();
  }

  @Test
  void aHandlerIsAwayWhereOneReceiverSaysSo() {
    InstanceView up = told("a", 0, 1);
    InstanceView away = with(up, HandlerVitals.State.AWAY, 1, Pictures.NOW);

    assertThat(HandlerWord.of(ORDERS, List.of(up))).isEqualTo(new HandlerWord("UP", true));
    assertThat(HandlerWord.of(ORDERS, List.of(away))).isEqualTo(new HandlerWord("AWAY", false));
    assertThat(HandlerWord.of(ORDERS, List.of(up, away)))
        .isEqualTo(new HandlerWord("AWAY 1 OF 2", false));
    assertThat(HandlerWord.of(EntityKey.ofQueue("payments"), List.of(up)))
        .isEqualTo(new HandlerWord("NO RECEIVER", false));
  }

  private static InstanceView told(String name, int second, long ended) {
    Instant at = Pictures.NOW.plus(Duration.ofSeconds(second));
    InstanceView instance = Pictures.lease(name, Pictures.EAST, 1, ended, at);
    return with(instance, HandlerVitals.State.UP, ended, at);
  }

  private static InstanceView with(
      InstanceView seen, HandlerVitals.State state, long ended, Instant at) {
    HandlerVitals handler =
        new HandlerVitals(ORDERS, state, at, "", Optional.empty()).withEnded(ended);
    return new InstanceView(
        seen.sign(),
        new InstanceVitals(
            seen.instance(),
            seen.region(),
            seen.startedAt(),
            seen.stats().withHandlers(List.of(handler)),
            seen.told().stamp()));
  }

  private static QueueRow row(String name, String handler, int dead) {
    return new QueueRow(
        name,
        handler,
        !handler.equals("AWAY"),
        Optional.of(2.5),
        new Snapshot.Queue(3, 9, dead, true, Optional.of(Duration.ofSeconds(1)), Optional.empty()),
        List.of());
  }

  private static List<String> picture(int width, int height, List<QueueRow> rows) {
    Snapshot now =
        new Snapshot(
            Pictures.NOW,
            List.of(),
            Snapshot.Wanted.NOTHING,
            Map.of(),
            0,
            new TreeMap<>(Map.of(Pictures.EAST, Pictures.CALM, Pictures.WEST, Pictures.CALM)),
            Optional.empty(),
            rows);
    return new Frame(width, height, Ink.NONE)
        .lines("shop", now, new Rates(), new Events(Pictures.LEASE), Pictures.LEASE);
  }

  private static int indexOf(List<String> lines, String pattern) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).matches(pattern)) {
        return i;
      }
    }
    throw new AssertionError("no line like " + pattern + " in " + lines);
  }
}
