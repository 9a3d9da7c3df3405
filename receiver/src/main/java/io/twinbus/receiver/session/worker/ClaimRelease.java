package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.ledger.rules.WriteIntent;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.state.LedgerLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Releases what a worker that died left claimed, in a process that lives: a state machine without
 * I/O, driven like {@link SessionWorker}, by {@link WorkerEvent.RecordRead}, {@link
 * WorkerEvent.WriteAnswered} and {@link WorkerEvent.Tick}.
 *
 * <ol>
 *   <li>The write that the worker had out is issued again until it stands or cannot land any more;
 *       else a claim could land after all, and nobody would answer for it.
 *   <li>The record is read. While it is under one of the worker's claims, it is written released; a
 *       call that the worker had in hand counts as failed in that same write, for the worker may
 *       have died of its message.
 *   <li>Under none of them it is over, and the last effect is {@link WorkerEffect.Stop}. Until then
 *       the process answers for the claims.
 * </ol>
 *
 * <p>Begun when the worker's handler call has returned, or a bounded time later. Not thread-safe.
 */
final class ClaimRelease implements Release {

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final SessionWorker.Remains remains;
  private final Random random;
  private final LedgerLine line = new LedgerLine();
  private @Nullable MonotonicTime lookAt;
  private boolean over;

  ClaimRelease(SessionWorker.Remains remains, Random random) {
    this.remains = remains;
    this.random = random;
  }

  @Override
  public List<WorkerEffect> begin() {
    List<WorkerEffect> out = new ArrayList<>();
    remains.openWrite().ifPresentOrElse(write -> line.write(write, out), () -> line.look(out));
    return out;
  }

  @Override
  public List<WorkerEffect> on(WorkerEvent event, Now now) {
    List<WorkerEffect> out = new ArrayList<>();
    if (over) {
      return out;
    }
    Optional<LedgerLine.Result> result = Optional.empty();
    if (event instanceof WorkerEvent.RecordRead read) {
      result = line.onLooked(read.outcome(), now.monotonic());
    } else if (event instanceof WorkerEvent.WriteAnswered answered) {
      result = line.onWritten(answered.outcome(), now.monotonic(), out);
    }
    result.ifPresent(answer -> take(answer, now, out));
    MonotonicTime due = lookAt;
    if (due != null && now.monotonic().isAtOrAfter(due)) {
      lookAt = null;
      line.look(out);
    } else if (due != null) {
      out.add(new WorkerEffect.WakeAt(due));
    }
    line.poll(now.monotonic(), out).ifPresent(time -> out.add(new WorkerEffect.WakeAt(time)));
    return out;
  }

  private void take(LedgerLine.Result result, Now now, List<WorkerEffect> out) {
    if (result instanceof LedgerLine.Landed landed) {
      releaseIn(landed.record(), landed.version(), now, out);
      return;
    }
    ReadOutcome seen =
        result instanceof LedgerLine.Overwritten overwritten
            ? overwritten.seen()
            : ((LedgerLine.Looked) result).outcome();
    if (seen instanceof ReadOutcome.Found found) {
      releaseIn(found.record(), found.version(), now, out);
    } else if (seen instanceof ReadOutcome.Unknown) {
      lookAt = now.monotonic().plus(LOOK_AGAIN);
    } else {
      end(out);
    }
  }

  private void releaseIn(SessionRecord record, Version version, Now now, List<WorkerEffect> out) {
    if (remains.claims().stream().noneMatch(record.custody()::isHeldBy)) {
      end(out);
      return;
    }
    SessionRecord released =
        record
            .withCustody(record.custody().released())
            .withProgress(counted(withoutReports(record.progress())))
            .withStamp(WriteMark.of(WriteId.random(random), now.wall()));
    line.write(new WriteIntent(released, Optional.of(version)), out);
  }

  private Progress counted(Progress progress) {
    return remains
        .called()
        .map(position -> SuspectRule.failed(progress, position))
        .orElse(progress);
  }

  /** Nobody knows what the dead worker had in hand: whoever waits at a gap reports it anew. */
  private static Progress withoutReports(Progress progress) {
    return GapRule.found(progress, Set.copyOf(progress.waiting().keySet()));
  }

  private void end(List<WorkerEffect> out) {
    over = true;
    out.add(new WorkerEffect.Report(new WorkerFact.Released()));
    out.add(new WorkerEffect.Stop("what a dead worker held is released"));
  }
}
