package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.rules.LeaseReads;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseReadsTest {

  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final InstanceId SILENT = new InstanceId("silent");

  private final FailureDetector detector = new FailureDetector(LEASE);
  private final LeaseReads reads = new LeaseReads(detector, LEASE, at(0));

  @Test
  void aFewLeasesAreReadAtOnceAndThenEvery1600Ms() {
    readAll(0, SILENT);
    assertThat(reads.next(at(0))).isEqualTo(new LeaseReads.Rest(at(250)));
    assertThat(reads.next(at(250))).isEqualTo(new LeaseReads.Rest(at(1_600)));
    assertThat(reads.next(at(1_600))).isInstanceOf(LeaseReads.All.class);
  }

  @Test
  void moreThanSixteenAreReadEveryQuarterOfALease() {
    readAll(0, many(17));

    readAll(1_600, many(17));

    assertThat(reads.next(at(1_600))).isEqualTo(new LeaseReads.Rest(at(2_100)));
    assertThat(reads.next(at(2_100))).isEqualTo(new LeaseReads.Rest(at(4_100)));
    assertThat(reads.next(at(4_100))).isInstanceOf(LeaseReads.All.class);
  }

  @Test
  void sixteenAreFewAndTheDeadAreNotCounted() {
    InstanceId[] seventeen = many(17);
    long beat = 1;
    for (int at = 0; at < 15_000; at += 100) {
      if (reads.next(at(at)) instanceof LeaseReads.All) {
        BeatsOutcome.Found living = beats(++beat, Arrays.copyOf(seventeen, 16));
        List<BeatsOutcome.Beat> all = new ArrayList<>(living.beats());
        all.add(new BeatsOutcome.Beat(seventeen[16], 1, Instant.EPOCH));
        detector.onRead(new BeatsOutcome.Found(all), at(at), at(at));
      }
    }
    assertThat(detector.isDead(seventeen[16])).isTrue();

    assertThat(detector.living()).isEqualTo(16);
  }

  @Test
  void theDirectiveIsReadWithLeases2500MsAfterItWasReadLast() {
    assertThat(reads.next(at(0))).isEqualTo(new LeaseReads.All(true));
    assertThat(reads.next(at(1_600))).isEqualTo(new LeaseReads.All(false));
    assertThat(reads.next(at(3_200))).isEqualTo(new LeaseReads.All(true));
    assertThat(reads.next(at(5_700))).isEqualTo(new LeaseReads.All(true));
  }

  @Test
  void oneOfAFewThatStandsStillForHalfALeaseIsLookedAtFourTimesASecond() {
    readAll(0, SILENT);
    readAll(1_600, SILENT);
    readAll(3_200, SILENT);
    assertThat(reads.next(at(3_500))).as("3.2 s are too few").isInstanceOf(LeaseReads.Rest.class);
    readAll(5_000, SILENT);

    assertThat(reads.next(at(5_200))).isEqualTo(new LeaseReads.Rest(at(5_250)));
    assertThat(reads.next(at(5_250))).isEqualTo(new LeaseReads.Some(Set.of(SILENT)));
    assertThat(reads.next(at(5_251))).isEqualTo(new LeaseReads.Rest(at(5_500)));
    assertThat(reads.next(at(5_500))).isEqualTo(new LeaseReads.Some(Set.of(SILENT)));
    assertThat(reads.next(at(6_600))).as("all are due again").isInstanceOf(LeaseReads.All.class);
  }

  @Test
  void oneThatMovesIsNotLookedAtAnyMore() {
    readAll(0, SILENT);
    readAll(5_000, SILENT);
    assertThat(reads.next(at(5_500))).isInstanceOf(LeaseReads.Some.class);

    detector.onRead(Set.of(SILENT), beats(2, SILENT), at(5_500), at(5_500));

    assertThat(reads.next(at(6_000))).isEqualTo(new LeaseReads.Rest(at(6_600)));
  }

  @ParameterizedTest
  @CsvSource({"1, 10250", "17, 10500"})
  void deathIsSeenSoonAfterTheLease(int instances, long latest) {
    InstanceId[] silent = many(instances);
    long now = 0;
    while (!detector.isDead(silent[0]) && now < 60_000) {
      LeaseReads.Next next = reads.next(at(now));
      if (next instanceof LeaseReads.All) {
        detector.onRead(beats(1, silent), at(now), at(now));
      } else if (next instanceof LeaseReads.Some some) {
        detector.onRead(some.instances(), beats(1, silent), at(now), at(now));
      }
      now += 10;
    }

    assertThat(now).isBetween(10_000L, latest + 20);
  }

  @Test
  void manySilentInstancesTakeTurns() {
    InstanceId[] many = many(LeaseStore.MOST_AT_ONCE + 10);
    for (int at = 0; at <= 5_000; at += 2_500) {
      readAll(at, many);
    }

    Set<InstanceId> first = ((LeaseReads.Some) reads.next(at(5_500))).instances();
    detector.onRead(first, beats(1, many), at(5_500), at(5_500));
    Set<InstanceId> second = ((LeaseReads.Some) reads.next(at(6_000))).instances();

    assertThat(first).hasSize(LeaseStore.MOST_AT_ONCE);
    assertThat(second).hasSize(LeaseStore.MOST_AT_ONCE);
    assertThat(List.of(many)).filteredOn(each -> !first.contains(each)).allMatch(second::contains);
  }

  @ParameterizedTest
  @CsvSource({"4000, 100, 640", "10000, 250, 1600", "20000, 250, 1600"})
  void aShortLeaseIsReadMoreOftenAndALongOneNoLessOften(long lease, long close, long all) {
    LeaseReads reading =
        new LeaseReads(new FailureDetector(LEASE), Duration.ofMillis(lease), at(0));
    assertThat(reading.next(at(0))).isInstanceOf(LeaseReads.All.class);

    assertThat(reading.next(at(0))).isEqualTo(new LeaseReads.Rest(at(close)));
    assertThat(reading.next(at(close))).isEqualTo(new LeaseReads.Rest(at(all)));
  }

  private void readAll(long millis, InstanceId... instances) {
    assertThat(reads.next(at(millis))).isInstanceOf(LeaseReads.All.class);
    detector.onRead(beats(1, instances), at(millis), at(millis));
  }

  private static InstanceId[] many(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new InstanceId("i" + i))
        .toArray(InstanceId[]::new);
  }

  private static BeatsOutcome.Found beats(long beat, InstanceId... instances) {
    return new BeatsOutcome.Found(
        List.of(instances).stream()
            .map(instance -> new BeatsOutcome.Beat(instance, beat, Instant.EPOCH))
            .toList());
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(Duration.ofMillis(millis).toNanos());
  }
}
