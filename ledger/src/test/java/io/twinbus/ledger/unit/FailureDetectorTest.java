package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FailureDetectorTest {

  private static final InstanceId OTHER = new InstanceId("other");
  private final FailureDetector board = new FailureDetector(Duration.ofSeconds(10));

  @Test
  void anInstanceWhoseBeatStandsStillForAWholeLeaseIsDead() {
    read(1, 0);
    read(1, 5);
    assertThat(board.isDead(OTHER)).isFalse();

    Set<InstanceId> newlyDead = read(1, 10);

    assertThat(newlyDead).containsExactly(OTHER);
    assertThat(board.isDead(OTHER)).isTrue();
    assertThat(read(1, 11)).as("told once").isEmpty();
  }

  @Test
  void aBeatStartsTheCountAnew() {
    read(1, 0);
    read(1, 9);
    read(2, 11);
    read(2, 20);

    assertThat(board.isDead(OTHER)).isFalse();
    assertThat(read(2, 21)).containsExactly(OTHER);
  }

  @Test
  void timeAcrossAFailedReadDoesNotCount() {
    read(1, 0);
    read(1, 5);
    board.onRead(new LeasesOutcome.Unknown("503"), at(6), at(6));
    read(1, 60);

    assertThat(board.isDead(OTHER)).as("55 s of outage prove nothing").isFalse();
    assertThat(read(1, 65)).containsExactly(OTHER);
  }

  @Test
  void theCountBeginsAtTheEndOfTheReadThatShowedTheBeatFirst() {
    board.onRead(found(1), at(0), at(3));

    board.onRead(found(1), at(12), at(12));

    assertThat(board.isDead(OTHER)).as("only 9 s have passed since").isFalse();
  }

  @Test
  void anAbsentInstanceIsDeadAfterAWholeLeaseOfReads() {
    assertThat(board.isDead(OTHER)).isFalse();
    readNone(0);
    readNone(5);
    assertThat(board.isDead(OTHER)).isFalse();

    readNone(10);

    assertThat(board.isDead(OTHER)).isTrue();
  }

  private Set<InstanceId> read(long beat, long second) {
    return board.onRead(found(beat), at(second), at(second));
  }

  private void readNone(long second) {
    board.onRead(new LeasesOutcome.Found(List.of()), at(second), at(second));
  }

  private static LeasesOutcome found(long beat) {
    InstanceLease lease =
        new InstanceLease(
            OTHER,
            new RegionName("east"),
            beat,
            Instant.EPOCH,
            WriteMark.of(new WriteId("w" + beat), Instant.EPOCH));
    return new LeasesOutcome.Found(
        List.of(new LeasesOutcome.Stored(lease, new Version("v" + beat))));
  }

  private static MonotonicTime at(long second) {
    return new MonotonicTime(Duration.ofSeconds(second).toNanos());
  }
}
