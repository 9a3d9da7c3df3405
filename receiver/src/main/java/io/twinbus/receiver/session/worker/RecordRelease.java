package io.twinbus.receiver.session.worker;

import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;

import io.twinbus.ledger.LedgerDocument;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Releases one record that a dead worker left claimed.
 *
 * <ol>
 *   <li>Carry the worker's pending write until its outcome is known: else a claim could land after
 *       all, and no process would answer for it. Without one, read the record.
 *   <li>While the record is under one of the worker's claims, write it released.
 *   <li>Once it is under none of them, the release has ended, and its last effect is {@link
 *       WorkerEffect.Stop}. Until then the process answers for the claims.
 * </ol>
 *
 * <p>It begins when the worker's handler call has returned, or a bounded time later. Not
 * thread-safe.
 *
 * @param <R> the record
 */
abstract class RecordRelease<R extends LedgerDocument> implements Release {

  private List<WorkerEffect> effects = new ArrayList<>();
  private boolean hasEnded;

  @Override
  public final List<WorkerEffect> begin() {
    start();
    return taken();
  }

  @Override
  public final List<WorkerEffect> on(WorkerEvent event, Now now) {
    if (!hasEnded) {
      answer(event, now.monotonic()).ifPresent(result -> on(result, now));
      poll(now.monotonic()).ifPresent(due -> add(new WorkerEffect.WakeAt(due)));
    }
    return taken();
  }

  /** Issues the pending write, or reads. */
  abstract void start();

  /** What {@code event} says about the record; empty when it says nothing yet. */
  abstract Optional<RecordWriter.Result<R>> answer(WorkerEvent event, MonotonicTime now);

  /** Repeats an operation that is due. */
  abstract Optional<MonotonicTime> poll(MonotonicTime now);

  /** The record without the claim; empty when it is under none of the worker's claims. */
  abstract Optional<R> released(R record, Now now);

  /** Writes {@code released} over {@code version}. */
  abstract void write(R released, Version version);

  final void add(WorkerEffect effect) {
    effects.add(effect);
  }

  private void on(RecordWriter.Result<R> result, Now now) {
    if (result instanceof PendingWrite.Landed<R> landed) {
      releaseIn(landed.record(), landed.version(), now);
      return;
    }
    ReadOutcome<R> seen =
        result instanceof PendingWrite.Overwritten<R> overwritten
            ? overwritten.seen()
            : ((RecordWriter.Answered<R>) result).outcome();
    if (seen instanceof ReadOutcome.Found<R> found) {
      releaseIn(found.record(), found.version(), now);
    } else {
      end();
    }
  }

  private void releaseIn(R record, Version version, Now now) {
    released(record, now).ifPresentOrElse(next -> write(next, version), this::end);
  }

  private void end() {
    hasEnded = true;
    add(new WorkerEffect.Report(new WorkerFact.Released()));
    add(new WorkerEffect.Stop("what a dead worker held is released"));
  }

  private List<WorkerEffect> taken() {
    List<WorkerEffect> taken = effects;
    effects = new ArrayList<>();
    return taken;
  }
}
