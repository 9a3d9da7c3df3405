package io.twinbus.receiver.session.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a session's writer asks for, and what it tells. */
class SessionOperationsTest {

  private static final Version VERSION = new Version("v1");
  private static final SessionRecord RECORD =
      SessionRecord.first(
          Copies.SESSION,
          new Custody(SessionStatus.IDLE, null, 100, null),
          WriteMark.of(new WriteId("w"), Copies.NOW));

  private final List<WorkerEffect> effects = new ArrayList<>();
  private final RecordWriter<SessionRecord> writer = SessionOperations.writer(effects::add);
  private MonotonicTime now = LoneWorker.START;

  @Test
  void aWriteOverAVersionReplacesTheRecord() {
    writer.write(new PendingWrite<>(RECORD, Optional.of(VERSION)));

    assertThat(effects).containsExactly(new WorkerEffect.Replace(RECORD, VERSION));
  }

  @Test
  void aWriteWithoutAnAnswerIsTold() {
    create();

    writer.onWritten(new WriteOutcome.Unknown("no answer"), now);

    assertThat(effects)
        .containsExactly(
            new WorkerEffect.Create(RECORD),
            new WorkerEffect.Report(new WorkerFact.WriteUnknown("no answer")));
  }

  @Test
  void aRecordThatTheLedgerNeitherCreatesNorShowsIsToldTheTenthTime() {
    create();
    for (int times = 1; times < 10; times++) {
      contradict();
    }
    assertThat(effects).doesNotHaveAnyElementsOfTypes(WorkerEffect.Report.class);

    contradict();

    assertThat(effects)
        .contains(new WorkerEffect.Report(WorkerFact.Stuck.contradicted("its record", 10)));
  }

  private void create() {
    writer.write(new PendingWrite<>(RECORD, Optional.empty()));
  }

  /** The ledger says that the record exists, and then that it does not. */
  private void contradict() {
    writer.onWritten(new WriteOutcome.Conflict(), now);
    writer.onRead(new ReadOutcome.Absent<>(), now);
    now = now.plus(Duration.ofSeconds(1));
    writer.poll(now);
  }
}
