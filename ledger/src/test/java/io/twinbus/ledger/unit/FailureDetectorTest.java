package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailureDetectorTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final InstanceId OTHER = new InstanceId("other");
  private final FailureDetector detector = new FailureDetector(Duration.ofSeconds(10));

  @Test
  void anInstanceWhoseBeatStandsStillForAWholeLeaseIsDead() {
    read(1, 0);
    read(1, 5);
    assertThat(detector.isDead(OTHER)).isFalse();

    Set<InstanceId> newlyDead = read(1, 10);

    assertThat(newlyDead).containsExactly(OTHER);
    assertThat(detector.isDead(OTHER)).isTrue();
    assertThat(read(1, 11)).as("told once").isEmpty();
  }

  @Test
  void aBeatStartsTheCountAnew() {
    read(1, 0);
    read(1, 9);
    read(2, 11);
    read(2, 20);

    assertThat(detector.isDead(OTHER)).isFalse();
    assertThat(read(2, 21)).containsExactly(OTHER);
  }

  @Test
  void timeAcrossAFailedReadDoesNotCount() {
    read(1, 0);
    read(1, 5);
    detector.onRead(new BeatsOutcome.Unknown("503"), at(6), at(6));
    read(1, 60);

    assertThat(detector.isDead(OTHER)).as("55 s of outage prove nothing").isFalse();
    assertThat(read(1, 65)).containsExactly(OTHER);
  }

  @Test
  void theCountBeginsAtTheEndOfTheReadThatShowedTheBeatFirst() {
    detector.onRead(found(1), at(0), at(3));

    detector.onRead(found(1), at(12), at(12));

    assertThat(detector.isDead(OTHER)).as("only 9 s have passed since").isFalse();
  }

  @Test
  void anAbsentInstanceIsDeadAfterAWholeLeaseOfReads() {
    assertThat(detector.isDead(OTHER)).isFalse();
    readNone(0);
    readNone(5);
    assertThat(detector.isDead(OTHER)).isFalse();

    readNone(10);

    assertThat(detector.isDead(OTHER)).isTrue();
  }

  @Test
  void aCloseLookCountsForThoseThatWereAskedForAlone() {
    InstanceId moving = new InstanceId("moving");
    detector.onRead(beats(beat(OTHER, 1), beat(moving, 1)), at(0), at(0));
    detector.onRead(beats(beat(OTHER, 1), beat(moving, 2)), at(5), at(5));

    look(1, 9);
    assertThat(detector.isDead(OTHER)).isFalse();
    assertThat(look(1, 10)).containsExactly(OTHER);
    assertThat(detector.isDead(moving)).as("not asked for, and so not absent").isFalse();
    assertThat(detector.silent(9)).as("nothing was learned of it since").isEmpty();
  }

  @Test
  void aCloseLookThatFailedDoesNotCountForThoseThatWereAskedFor() {
    read(1, 0);
    look(1, 5);
    detector.onRead(Set.of(OTHER), new BeatsOutcome.Unknown("503"), at(6), at(6));

    look(1, 30);

    assertThat(detector.isDead(OTHER)).isFalse();
    assertThat(look(1, 35)).containsExactly(OTHER);
  }

  @Test
  void anInstanceIsSilentFromHalfALeaseOnUntilItMovesOrIsDead() {
    read(1, 0);
    read(1, 4);
    assertThat(detector.silent(9)).isEmpty();

    read(1, 5);
    assertThat(detector.silent(9)).containsExactly(OTHER);

    look(2, 6);
    assertThat(detector.silent(9)).as("it moved").isEmpty();
    look(2, 16);
    assertThat(detector.silent(9)).as("it is dead").isEmpty();
  }

  @Test
  void ofManySilentInstancesThoseSeenLongestAgoComeFirst() {
    InstanceId late = new InstanceId("late");
    BeatsOutcome both = beats(beat(OTHER, 1), beat(late, 1));
    detector.onRead(both, at(0), at(0));
    detector.onRead(both, at(5), at(5));
    look(1, 6);

    assertThat(detector.silent(1)).containsExactly(late);
    assertThat(detector.silent(2)).containsExactlyInAnyOrder(late, OTHER);
  }

  @Test
  void anInstanceThatIsSeenForTheFirstTimeIsNotDead() {
    assertThat(read(1, 0)).isEmpty();
    assertThat(read(2, 10)).as("a new beat").isEmpty();
  }

  @Test
  void thoseSeenLongestAgoComeFirstWhoeverWasAskedAboutSince() {
    InstanceId late = new InstanceId("late");
    BeatsOutcome both = beats(beat(OTHER, 1), beat(late, 1));
    detector.onRead(both, at(0), at(0));
    detector.onRead(both, at(5), at(5));
    look(1, 6);

    assertThat(detector.isDead(late)).isFalse();

    assertThat(detector.silent(1)).containsExactly(late);
  }

  @Test
  void fourThousandAndNinetySixInstancesAreRememberedAtOnce() {
    BeatsOutcome many =
        beats(
            IntStream.range(0, 4_096)
                .mapToObj(i -> beat(new InstanceId("i" + i), 1))
                .toArray(BeatsOutcome.Beat[]::new));
    detector.onRead(many, at(0), at(0));

    assertThat(detector.onRead(many, at(10), at(10))).hasSize(4_096);
  }

  private Set<InstanceId> read(long beat, long second) {
    return detector.onRead(found(beat), at(second), at(second));
  }

  private Set<InstanceId> look(long beat, long second) {
    return detector.onRead(Set.of(OTHER), found(beat), at(second), at(second));
  }

  private void readNone(long second) {
    detector.onRead(beats(), at(second), at(second));
  }

  private static BeatsOutcome found(long beat) {
    return beats(beat(OTHER, beat));
  }

  private static BeatsOutcome beats(BeatsOutcome.Beat... beats) {
    return new BeatsOutcome.Found(List.of(beats));
  }

  private static BeatsOutcome.Beat beat(InstanceId instance, long beat) {
    return new BeatsOutcome.Beat(instance, beat, NOON);
  }

  private static MonotonicTime at(long second) {
    return new MonotonicTime(Duration.ofSeconds(second).toNanos());
  }
}
