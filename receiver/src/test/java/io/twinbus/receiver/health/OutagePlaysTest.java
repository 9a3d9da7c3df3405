package io.twinbus.receiver.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.health.TwoRegionPlay.Letter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules about handlers that are down, played over minutes and hours in two regions. */
class OutagePlaysTest {

  private static final long QUICK = 20;

  @ParameterizedTest
  @CsvSource({
    "AMBIGUOUS, 120",
    "AMBIGUOUS, 1800",
    "UNREACHED, 120",
    "AWAY, 120",
    "END_UNKNOWN, 120",
    "JUDGED, 120"
  })
  void anOutageOfBothRegionsEndsNothingButTheRefusalsThatWereBelieved(
      FailureKind kind, int seconds) {
    TwoRegionPlay play =
        steady(
            (region, at, letter) ->
                at >= 30_000 && at < 30_000 + seconds * 1_000L
                    ? Optional.of(kind)
                    : Optional.empty());

    assertThat(dead(play)).hasSizeLessThanOrEqualTo(kind == FailureKind.JUDGED ? 4 : 0);
    assertThat(lastSentBefore(play, 60_000)).isLessThan(75_000 + seconds * 1_000L);
    assertThat(play.spells("east") + play.spells("west")).isBetween(1, 4);
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"AMBIGUOUS", "UNREACHED", "END_UNKNOWN"})
  void whileOneRegionIsDownTheOtherHasItsSessionsWithin30Seconds(FailureKind kind) {
    TwoRegionPlay play =
        steady(
            (region, at, letter) ->
                region.equals("east") && at >= 30_000 && at < 330_000
                    ? Optional.of(kind)
                    : Optional.empty());

    assertThat(dead(play)).isEmpty();
    assertThat(longest(play)).isLessThan(30_000);
    assertThat(play.spells("west")).isZero();
    assertThat(play.spells("east")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"40, 20", "10, 5"})
  void aHandlerThatComesAndGoesEndsNothing(int period, int down) {
    TwoRegionPlay play =
        steady(
            (region, at, letter) ->
                at < 1_800_000 && at % (period * 1_000L) < down * 1_000L
                    ? Optional.of(FailureKind.AMBIGUOUS)
                    : Optional.empty());

    assertThat(dead(play)).isEmpty();
    assertThat(longest(play)).isLessThan(120_000);
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"AMBIGUOUS", "AWAY", "END_UNKNOWN"})
  void aPoisonousMessageAmongHealthyOnesEndsAndTakesNoRegionDown(FailureKind kind) {
    TwoRegionPlay play = steady((region, at, letter) -> poison(letter, Set.of("s03-5"), kind));

    assertThat(dead(play)).containsExactly("s03-5");
    assertThat(endOf(play, "s03-5")).isLessThan(5 * 60_000);
    assertThat(play.spells("east") + play.spells("west")).isZero();
  }

  @Test
  void aPoisonousMessageThatTakesTheHandlerDownForAllEndsAlone() {
    Map<String, Long> downUntil = new HashMap<>();
    TwoRegionPlay play =
        steady(
            (region, at, letter) -> {
              if (at < downUntil.getOrDefault(region, 0L)) {
                return Optional.of(FailureKind.UNREACHED);
              }
              if (letter.name().equals("s03-5")) {
                downUntil.put(region, at + 10_000);
                return Optional.of(FailureKind.AMBIGUOUS);
              }
              return Optional.empty();
            });

    assertThat(dead(play)).containsExactly("s03-5");
    assertThat(longest(play, "s03")).isLessThan(120_000);
  }

  @Test
  void threePoisonousMessagesBesideThinTrafficEnd() {
    Set<String> poison = Set.of("p1-0", "p2-0", "p3-0");
    TwoRegionPlay play =
        new TwoRegionPlay(
            (region, at, letter) -> poison(letter, poison, FailureKind.AMBIGUOUS), QUICK);
    for (String session : List.of("p1", "p2", "p3")) {
      play.send(session, 0, 5_000);
    }
    for (int i = 0; i < 12; i++) {
      play.send("t1", i, 5_000 + 600_000L * i);
      play.send("t2", i, 65_000 + 600_000L * i);
    }
    play.play(Duration.ofHours(6));

    assertThat(dead(play)).containsExactlyInAnyOrderElementsOf(poison);
    assertThat(longest(play, "p1", "p2", "p3")).isLessThan(60_000);
  }

  @Test
  void aLonePoisonousMessageEndsAfterAQuarterOfAnHour() {
    TwoRegionPlay play =
        new TwoRegionPlay(
            (region, at, letter) -> poison(letter, Set.of("p-0"), FailureKind.AMBIGUOUS), QUICK);
    play.send("p", 0, 5_000);
    play.send("p", 1, 6_000);
    play.play(Duration.ofHours(1));

    assertThat(dead(play)).containsExactly("p-0");
    assertThat(endOf(play, "p-0")).isBetween(900_000L, 1_000_000L);
  }

  @Test
  void anOutageAndAPoisonousMessageAtOnceEndThePoisonousOneAlone() {
    TwoRegionPlay play =
        steady(
            (region, at, letter) ->
                at >= 10_000 && at < 600_000
                    ? Optional.of(FailureKind.AMBIGUOUS)
                    : poison(letter, Set.of("s03-5"), FailureKind.AMBIGUOUS));

    assertThat(dead(play)).containsExactly("s03-5");
  }

  private static Optional<FailureKind> poison(Letter letter, Set<String> names, FailureKind kind) {
    return names.contains(letter.name()) ? Optional.of(kind) : Optional.empty();
  }

  /** Twenty sessions with a message each 4 s, for twenty minutes and as long as it takes. */
  private static TwoRegionPlay steady(TwoRegionPlay.Handler handler) {
    TwoRegionPlay play = new TwoRegionPlay(handler, QUICK);
    for (int session = 0; session < 20; session++) {
      for (int number = 0; number < 300; number++) {
        play.send("s%02d".formatted(session), number, 5_000 + 4_000L * number + 137L * session);
      }
    }
    play.play(Duration.ofHours(2));
    assertThat(play.letters).allMatch(letter -> letter.endedAt >= 0);
    return play;
  }

  private static List<String> dead(TwoRegionPlay play) {
    return play.letters.stream().filter(letter -> letter.isDead).map(Letter::name).toList();
  }

  private static long endOf(TwoRegionPlay play, String name) {
    return play.letters.stream()
        .filter(letter -> letter.name().equals(name))
        .mapToLong(letter -> letter.endedAt - letter.sentAt)
        .findFirst()
        .orElseThrow();
  }

  /** When the last of the messages ended that were sent before {@code time}. */
  private static long lastSentBefore(TwoRegionPlay play, long time) {
    return play.letters.stream()
        .filter(letter -> letter.sentAt < time)
        .mapToLong(letter -> letter.endedAt)
        .max()
        .orElseThrow();
  }

  /** The longest time from sending to the end, in sessions other than {@code apart}. */
  private static long longest(TwoRegionPlay play, String... apart) {
    return play.letters.stream()
        .filter(letter -> !Set.of(apart).contains(letter.session.value()))
        .mapToLong(letter -> letter.endedAt - letter.sentAt)
        .max()
        .orElseThrow();
  }
}
