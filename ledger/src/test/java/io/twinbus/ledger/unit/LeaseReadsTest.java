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
  void allLeasesAreReadAtOnceAndThenEveryQuarterOfALease() {
    assertThat(reads.next(at(0))).isInstanceOf(LeaseReads.All.class);
    assertThat(reads.next(at(0))).isEqualTo(new LeaseReads.Rest(at(500)));
    assertThat(reads.next(at(500))).isEqualTo(new LeaseReads.Rest(at(2_500)));
    assertThat(reads.next(at(2_500))).isInstanceOf(LeaseReads.All.class);
  }

  @Test
  void anInstanceThatStandsStillForHalfALeaseIsLookedAtTwiceASecond() {
    readAll(0);
    readAll(2_500);
    assertThat(reads.next(at(3_000))).as("2.5 s are too few").isInstanceOf(LeaseReads.Rest.class);
    readAll(5_000);

    assertThat(reads.next(at(5_400))).isEqualTo(new LeaseReads.Rest(at(5_500)));
    assertThat(reads.next(at(5_500))).isEqualTo(new LeaseReads.Some(Set.of(SILENT)));
    assertThat(reads.next(at(5_501))).isEqualTo(new LeaseReads.Rest(at(6_000)));
    assertThat(reads.next(at(6_000))).isEqualTo(new LeaseReads.Some(Set.of(SILENT)));
    assertThat(reads.next(at(7_500))).as("all are due again").isInstanceOf(LeaseReads.All.class);
  }

  @Test
  void oneThatMovesIsNotLookedAtAnyMore() {
    readAll(0);
    readAll(5_000);
    assertThat(reads.next(at(5_500))).isInstanceOf(LeaseReads.Some.class);

    detector.onRead(Set.of(SILENT), beats(2, SILENT), at(5_500), at(5_500));

    assertThat(reads.next(at(6_000))).isEqualTo(new LeaseReads.Rest(at(7_500)));
  }

  @Test
  void deathIsSeenHalfASecondAfterTheLeaseAtTheLatest() {
    long died = 0;
    long now = 0;
    while (!detector.isDead(SILENT) && now < 60_000) {
      LeaseReads.Next next = reads.next(at(now));
      if (next instanceof LeaseReads.All) {
        detector.onRead(beats(1, SILENT), at(now), at(now));
      } else if (next instanceof LeaseReads.Some some) {
        detector.onRead(some.instances(), beats(1, SILENT), at(now), at(now));
      }
      now += 10;
    }

    assertThat(now - died).isBetween(10_000L, 10_520L);
  }

  @Test
  void manySilentInstancesTakeTurns() {
    InstanceId[] many =
        IntStream.range(0, LeaseStore.MOST_AT_ONCE + 10)
            .mapToObj(i -> new InstanceId("i" + i))
            .toArray(InstanceId[]::new);
    for (int at = 0; at <= 5_000; at += 2_500) {
      assertThat(reads.next(at(at))).isInstanceOf(LeaseReads.All.class);
      detector.onRead(beats(1, many), at(at), at(at));
    }

    Set<InstanceId> first = ((LeaseReads.Some) reads.next(at(5_500))).instances();
    detector.onRead(first, beats(1, many), at(5_500), at(5_500));
    Set<InstanceId> second = ((LeaseReads.Some) reads.next(at(6_000))).instances();

    assertThat(first).hasSize(LeaseStore.MOST_AT_ONCE);
    assertThat(second).hasSize(LeaseStore.MOST_AT_ONCE);
    assertThat(List.of(many)).filteredOn(each -> !first.contains(each)).allMatch(second::contains);
  }

  @ParameterizedTest
  @CsvSource({"4000, 200, 1000", "10000, 500, 2500", "20000, 500, 2500"})
  void aShortLeaseIsReadMoreOftenAndALongOneNoLessOften(long lease, long close, long all) {
    LeaseReads reading =
        new LeaseReads(new FailureDetector(LEASE), Duration.ofMillis(lease), at(0));
    assertThat(reading.next(at(0))).isInstanceOf(LeaseReads.All.class);

    assertThat(reading.next(at(0))).isEqualTo(new LeaseReads.Rest(at(close)));
    assertThat(reading.next(at(close))).isEqualTo(new LeaseReads.Rest(at(all)));
  }

  private void readAll(long millis) {
    assertThat(reads.next(at(millis))).isInstanceOf(LeaseReads.All.class);
    detector.onRead(beats(1, SILENT), at(millis), at(millis));
  }

  private static BeatsOutcome beats(long beat, InstanceId... instances) {
    return new BeatsOutcome.Found(
        List.of(instances).stream()
            .map(instance -> new BeatsOutcome.Beat(instance, beat, Instant.EPOCH))
            .toList());
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(Duration.ofMillis(millis).toNanos());
  }
}
