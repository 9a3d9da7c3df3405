package io.twinbus.receiver.session.state;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.WriteIntent;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A worker's one line to the ledger: one operation at a time, and a write stays on it until it is
 * known what became of it ({@link WriteIntent}). Between two tries it waits 50 ms, doubling up to 1
 * s; it gives up only with the worker.
 */
public final class LedgerLine {

  private static final Duration FIRST_BACKOFF = Duration.ofMillis(50);
  private static final Duration MAX_BACKOFF = Duration.ofSeconds(1);

  /** How an operation ended. */
  public sealed interface Result {}

  /** A look has been answered. */
  public record Looked(ReadOutcome outcome) implements Result {}

  /** A write stands in the ledger. */
  public record Landed(SessionRecord record, Version version) implements Result {}

  /** A write cannot land any more, and the record reads otherwise. */
  public record Overwritten(ReadOutcome seen) implements Result {}

  private enum State {
    FREE,
    LOOKING,
    WRITING,
    RESOLVING,
    WRITE_AGAIN,
    READ_AGAIN
  }

  private State state = State.FREE;
  private @Nullable WriteIntent intent;
  private Duration backoff = FIRST_BACKOFF;
  private MonotonicTime againAt = new MonotonicTime(0);

  public boolean isBusy() {
    return state != State.FREE;
  }

  /** Whether somebody else wrote beside, and what he wrote is not known yet. */
  public boolean isInDoubt() {
    return state == State.RESOLVING || state == State.READ_AGAIN;
  }

  /** The write of which it is not known yet what became of it. */
  public Optional<WriteIntent> openWrite() {
    return Optional.ofNullable(intent);
  }

  public void look(List<WorkerEffect> out) {
    requireFree();
    state = State.LOOKING;
    out.add(new WorkerEffect.ReadRecord());
  }

  public void write(WriteIntent next, List<WorkerEffect> out) {
    requireFree();
    intent = next;
    issue(next, out);
  }

  /** Issues again what is due; answers when it will be, if it waits. */
  public Optional<MonotonicTime> poll(MonotonicTime now, List<WorkerEffect> out) {
    if (state != State.WRITE_AGAIN && state != State.READ_AGAIN) {
      return Optional.empty();
    }
    if (!now.isAtOrAfter(againAt)) {
      return Optional.of(againAt);
    }
    if (state == State.WRITE_AGAIN && intent != null) {
      issue(intent, out);
    } else {
      state = State.RESOLVING;
      out.add(new WorkerEffect.ReadRecord());
    }
    return Optional.empty();
  }

  /** Takes in the answer to a look or to the read that a conflict asked for. */
  public Optional<Result> onLooked(ReadOutcome outcome, MonotonicTime now) {
    if (state == State.LOOKING) {
      free();
      return Optional.of(new Looked(outcome));
    }
    if (state != State.RESOLVING || intent == null) {
      return Optional.empty();
    }
    WriteIntent.State after = intent.after(outcome);
    if (after instanceof WriteIntent.ReadNow) {
      waitFor(State.READ_AGAIN, now);
      return Optional.empty();
    }
    return ended(after);
  }

  /** Takes in the answer to a write. */
  public Optional<Result> onWritten(
      WriteOutcome outcome, MonotonicTime now, List<WorkerEffect> out) {
    if (state != State.WRITING || intent == null) {
      return Optional.empty();
    }
    WriteIntent.State after = intent.after(outcome);
    if (after instanceof WriteIntent.IssueAgain again) {
      out.add(new WorkerEffect.Report(new WorkerFact.WriteUnknown(again.why())));
      waitFor(State.WRITE_AGAIN, now);
      return Optional.empty();
    }
    if (after instanceof WriteIntent.ReadNow) {
      state = State.RESOLVING;
      out.add(new WorkerEffect.ReadRecord());
      return Optional.empty();
    }
    return ended(after);
  }

  private Optional<Result> ended(WriteIntent.State after) {
    free();
    if (after instanceof WriteIntent.Landed landed) {
      return Optional.of(new Landed(landed.record(), landed.version()));
    }
    return Optional.of(new Overwritten(((WriteIntent.Overwritten) after).seen()));
  }

  private void issue(WriteIntent next, List<WorkerEffect> out) {
    state = State.WRITING;
    out.add(
        next.over().isPresent()
            ? new WorkerEffect.Replace(next.record(), next.over().get())
            : new WorkerEffect.Create(next.record()));
  }

  private void waitFor(State next, MonotonicTime now) {
    state = next;
    againAt = now.plus(backoff);
    Duration doubled = backoff.multipliedBy(2);
    backoff = doubled.compareTo(MAX_BACKOFF) > 0 ? MAX_BACKOFF : doubled;
  }

  private void free() {
    state = State.FREE;
    intent = null;
    backoff = FIRST_BACKOFF;
  }

  private void requireFree() {
    if (state != State.FREE) {
      throw new IllegalStateException("The line to the ledger is busy: " + state);
    }
  }
}
