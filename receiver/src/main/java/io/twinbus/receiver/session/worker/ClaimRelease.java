package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.state.SessionOperations;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Releases the session that a dead worker left claimed. A call that the worker had in hand counts
 * as failed in that same write: the worker may have died of its message.
 */
final class ClaimRelease extends RecordRelease<SessionRecord> {

  private final SessionWorker.Remains remains;
  private final Random random;
  private final RecordWriter<SessionRecord> writer = SessionOperations.writer(this::add);

  ClaimRelease(SessionWorker.Remains remains, Random random) {
    this.remains = remains;
    this.random = random;
  }

  @Override
  void start() {
    remains.pending().ifPresentOrElse(writer::write, writer::readUntilKnown);
  }

  @Override
  Optional<RecordWriter.Result<SessionRecord>> answer(WorkerEvent event, MonotonicTime now) {
    if (event instanceof WorkerEvent.RecordRead read) {
      return writer.onRead(read.outcome(), now);
    }
    return event instanceof WorkerEvent.WriteAnswered answered
        ? writer.onWritten(answered.outcome(), now)
        : Optional.empty();
  }

  @Override
  Optional<MonotonicTime> poll(MonotonicTime now) {
    return writer.poll(now);
  }

  @Override
  Optional<SessionRecord> released(SessionRecord record, Now now) {
    if (remains.claims().stream().noneMatch(record.custody()::isHeldBy)) {
      return Optional.empty();
    }
    return Optional.of(
        record
            .withCustody(record.custody().released())
            .withProgress(counted(withoutReports(record.progress()), now))
            .withStamp(WriteMark.of(WriteId.random(random), now.wall())));
  }

  @Override
  void write(SessionRecord released, Version version) {
    writer.write(new PendingWrite<>(released, Optional.of(version)));
  }

  private Progress counted(Progress progress, Now now) {
    return remains
        .called()
        .map(
            position -> SuspectRule.failed(progress, position, CountedAs.WITH_EVIDENCE, now.wall()))
        .orElse(progress);
  }

  /**
   * What the dead worker had in hand is not known: a worker that waits at a gap reports it anew.
   */
  private static Progress withoutReports(Progress progress) {
    return GapRule.found(progress, Set.copyOf(progress.waiting().keySet()));
  }
}
