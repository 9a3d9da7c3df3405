package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A session with more streams than its record has room for. */
class StreamRoomTest {

  private static final StreamId NEW = new StreamId("new");

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void aNewStreamTakesTheRoomOfOnesThatWereIdleForTheWholeRetention() {
    fill(driver.now().wall().minus(Duration.ofDays(15)));

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.lastCall().invocation().position().orElseThrow().stream()).isEqualTo(NEW);
    assertThat(record().progress().cursors()).hasSizeLessThan(Horizon.MAX_STREAMS);
    assertThat(record().status()).isEqualTo(SessionStatus.WORKING);
  }

  @Test
  void idleStreamsLeaveAFullRecordForDocumentsOfTheirOwn() {
    fill(driver.now().wall().minus(Duration.ofDays(1)));

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.started()).containsExactly(1L, 1L);
    assertThat(record().status()).isEqualTo(SessionStatus.WORKING);
    assertThat(record().progress().cursors()).hasSizeLessThan(ColdRule.DEFAULT_MOST);
    assertThat(record().progress().annex().cold()).isGreaterThan(200);
  }

  @Test
  void aSessionWhoseStreamsAllWaitIsBlockedAndNothingOfTheNewOneRuns() {
    fill(driver.now().wall().minus(Duration.ofDays(1)), true);

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.started()).containsExactly(1L);
    assertThat(record().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(Objects.requireNonNull(record().custody().block()).reason())
        .contains("256 streams", "stream new");
  }

  @Test
  void aStreamThatHasItsCursorGoesOnInAFullRecord() {
    fill(driver.now().wall().minus(Duration.ofDays(1)));

    driver.deliver(new StreamId("s7"), 2, 1, WorkerDriver.EAST);

    assertThat(driver.started()).containsExactly(1L, 2L);
  }

  /** The worker holds its claim, and the record the cursors of all streams that it may. */
  private void fill(Instant lastEnd) {
    fill(lastEnd, false);
  }

  private void fill(Instant lastEnd, boolean allWait) {
    driver.deliver(1, 0);
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>();
    TreeMap<StreamId, Gap> waiting = new TreeMap<>();
    for (int i = allWait ? 0 : 1; i < Horizon.MAX_STREAMS; i++) {
      cursors.put(new StreamId("s" + i), new Cursor(1, lastEnd));
      if (allWait) {
        waiting.put(
            new StreamId("s" + i),
            new Gap(1, new TreeMap<>()).with(WorkerDriver.EAST, new Gap.Report(3, lastEnd)));
      }
    }
    driver.beside(
        record -> record.withProgress(new Progress(cursors, List.of(), new TreeMap<>(), waiting)));
    driver.completes();
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
