package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A session with more streams than its record has room for. */
class StreamRoomTest {

  private static final StreamId NEW = new StreamId("new");

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aNewStreamTakesTheRoomOfOnesThatWereIdleForTheWholeRetention() {
    fill(driver.now().wall().minus(Duration.ofDays(15)));

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.lastCall().invocation().position().orElseThrow().stream()).isEqualTo(NEW);
    assertThat(record().progress().cursors()).hasSizeLessThan(Horizon.MAX_STREAMS);
    assertThat(record().status()).isEqualTo(SessionStatus.WORKING);
  }

  @Test
  void whereNoStreamLeavesForADocumentThoseThatWereIdleForTheWholeRetentionAreForgotten() {
    driver =
        new WorkerDriver(
            FlowSettings.ofDefaults()
                .withRecords(new FlowSettings.Records(ClaimScope.SESSION, 256, 1000)));
    fill(driver.now().wall().minus(Duration.ofDays(15)));

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.started()).containsExactly(1L, 1L);
    assertThat(record().progress().cursors()).containsOnlyKeys(WorkerDriver.STREAM);
    assertThat(record().progress().annex().cold()).isZero();
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
    fill(driver.now().wall().minus(Duration.ofDays(1)), 0, true);

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.started()).containsExactly(1L);
    assertThat(record().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(Objects.requireNonNull(record().custody().block()).reason())
        .contains("256 streams", "stream new");
    assertThat(driver.facts(WorkerFact.Stuck.class)).hasSize(1);
  }

  @Test
  void aStreamThatHasItsCursorGoesOnInAFullRecord() {
    fill(driver.now().wall().minus(Duration.ofDays(1)));

    driver.deliver(new StreamId("s7"), 2, 1, WorkerDriver.EAST);

    assertThat(driver.started()).containsExactly(1L, 2L);
  }

  /** Its cursor has left the record, and returns for good. */
  @Test
  void theOnlyStreamThatDoesNotWaitGoesOnInAFullRecord() {
    fill(driver.now().wall().minus(Duration.ofDays(1)), 1, true);
    assertThat(record().progress().cursors()).doesNotContainKey(WorkerDriver.STREAM);
    int writes = driver.writes;

    driver.deliver(2, 1);

    assertThat(driver.started()).containsExactly(1L, 2L);
    assertThat(driver.writes).isLessThan(writes + 3);
  }

  @Test
  void aStreamThatGetsNoDocumentIsForgottenAfterTheRetention() {
    StreamId explicit = new StreamId("explicit");
    Duration retention = Duration.ofDays(14);
    FlowSettings.Gaps gaps =
        new FlowSettings.Gaps(
            FlowSettings.GapPolicy.WAIT,
            Duration.ofMinutes(5),
            new Horizon(retention, Optional.of(retention)));
    driver = new WorkerDriver(FlowSettings.ofDefaults().withGaps(gaps));
    Instant longAgo = driver.now().wall().minus(Duration.ofDays(15));
    driver.deliver(1, 0);
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>();
    TreeMap<StreamId, Gap> waiting = new TreeMap<>();
    putWaiting(WorkerDriver.STREAM, longAgo, cursors, waiting);
    for (int i = 2; i < Horizon.MAX_STREAMS; i++) {
      putWaiting(new StreamId("s" + i), longAgo, cursors, waiting);
    }
    cursors.put(explicit, new Cursor(1, longAgo, true));
    driver.beside(
        record -> record.withProgress(new Progress(cursors, List.of(), new TreeMap<>(), waiting)));
    driver.completes();

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.started()).containsExactly(1L, 1L);
    assertThat(record().progress().cursors()).doesNotContainKey(explicit);
  }

  /** The worker holds its claim, and the record the cursors of all streams that it may. */
  private void fill(Instant lastEnd) {
    fill(lastEnd, 1, false);
  }

  private void fill(Instant lastEnd, int first, boolean allWait) {
    driver.deliver(1, 0);
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>();
    TreeMap<StreamId, Gap> waiting = new TreeMap<>();
    for (int i = first; i < Horizon.MAX_STREAMS; i++) {
      StreamId stream = new StreamId("s" + i);
      if (allWait) {
        putWaiting(stream, lastEnd, cursors, waiting);
      } else {
        cursors.put(stream, new Cursor(1, lastEnd));
      }
    }
    driver.beside(
        record -> record.withProgress(new Progress(cursors, List.of(), new TreeMap<>(), waiting)));
    driver.completes();
  }

  private static void putWaiting(
      StreamId stream, Instant at, Map<StreamId, Cursor> cursors, Map<StreamId, Gap> waiting) {
    cursors.put(stream, new Cursor(1, at));
    waiting.put(stream, new Gap(1, new TreeMap<>()).with(WorkerDriver.EAST, new Gap.Report(3, at)));
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
