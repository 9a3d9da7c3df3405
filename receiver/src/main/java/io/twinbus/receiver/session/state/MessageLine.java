package io.twinbus.receiver.session.state;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.rules.MessageIntent;
import io.twinbus.ledger.store.MessageOutcome;
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
 * A worker's line to message records: one operation at a time, by the rules of {@link LedgerLine}.
 * A look, too, stays on it until it is answered with what is there.
 */
public final class MessageLine {

  private static final Duration FIRST_BACKOFF = Duration.ofMillis(50);
  private static final Duration MAX_BACKOFF = Duration.ofSeconds(1);

  /** How an operation ended. */
  public sealed interface Result {}

  /** A look has been answered: {@code Found} or {@code Absent}. */
  public record Looked(MessageOutcome outcome) implements Result {}

  /** A write stands in the ledger. */
  public record Landed(MessageRecord record, Version version) implements Result {}

  /** A write cannot land any more, and the record reads otherwise. */
  public record Overwritten(MessageOutcome seen) implements Result {}

  private enum State {
    FREE,
    LOOKING,
    WRITING,
    RESOLVING,
    LOOK_AGAIN,
    WRITE_AGAIN,
    READ_AGAIN
  }

  private State state = State.FREE;
  private @Nullable MessageKey key;
  private @Nullable MessageIntent intent;
  private Duration backoff = FIRST_BACKOFF;
  private MonotonicTime againAt = new MonotonicTime(0);

  public boolean isBusy() {
    return state != State.FREE;
  }

  /** The write of which it is not known yet what became of it. */
  public Optional<MessageIntent> openWrite() {
    return Optional.ofNullable(intent);
  }

  public void look(MessageKey what, List<WorkerEffect> out) {
    requireFree();
    key = what;
    state = State.LOOKING;
    out.add(new WorkerEffect.ReadMessage(what));
  }

  public void write(MessageIntent next, List<WorkerEffect> out) {
    requireFree();
    key = next.record().key();
    intent = next;
    issue(next, out);
  }

  /** Issues again what is due; answers when it will be, if it waits. */
  public Optional<MonotonicTime> poll(MonotonicTime now, List<WorkerEffect> out) {
    MessageKey what = key;
    boolean waits =
        state == State.WRITE_AGAIN || state == State.READ_AGAIN || state == State.LOOK_AGAIN;
    if (!waits || what == null) {
      return Optional.empty();
    }
    if (!now.isAtOrAfter(againAt)) {
      return Optional.of(againAt);
    }
    if (state == State.WRITE_AGAIN && intent != null) {
      issue(intent, out);
    } else {
      state = state == State.LOOK_AGAIN ? State.LOOKING : State.RESOLVING;
      out.add(new WorkerEffect.ReadMessage(what));
    }
    return Optional.empty();
  }

  /** Takes in the answer to a look, or to the read that a conflict asked for. */
  public Optional<Result> onLooked(MessageKey about, MessageOutcome outcome, MonotonicTime now) {
    if (!about.equals(key)) {
      return Optional.empty();
    }
    if (state == State.LOOKING) {
      if (outcome instanceof MessageOutcome.Unknown) {
        waitFor(State.LOOK_AGAIN, now);
        return Optional.empty();
      }
      free();
      return Optional.of(new Looked(outcome));
    }
    if (state != State.RESOLVING || intent == null) {
      return Optional.empty();
    }
    MessageIntent.State after = intent.after(outcome);
    if (after instanceof MessageIntent.ReadNow) {
      waitFor(State.READ_AGAIN, now);
      return Optional.empty();
    }
    return ended(after);
  }

  /** Takes in the answer to a write. */
  public Optional<Result> onWritten(
      MessageKey about, WriteOutcome outcome, MonotonicTime now, List<WorkerEffect> out) {
    if (state != State.WRITING || intent == null || !about.equals(key)) {
      return Optional.empty();
    }
    MessageIntent.State after = intent.after(outcome);
    if (after instanceof MessageIntent.IssueAgain again) {
      out.add(new WorkerEffect.Report(new WorkerFact.WriteUnknown(again.why())));
      waitFor(State.WRITE_AGAIN, now);
      return Optional.empty();
    }
    if (after instanceof MessageIntent.ReadNow) {
      state = State.RESOLVING;
      out.add(new WorkerEffect.ReadMessage(about));
      return Optional.empty();
    }
    return ended(after);
  }

  private Optional<Result> ended(MessageIntent.State after) {
    free();
    if (after instanceof MessageIntent.Landed landed) {
      return Optional.of(new Landed(landed.record(), landed.version()));
    }
    return Optional.of(new Overwritten(((MessageIntent.Overwritten) after).seen()));
  }

  private void issue(MessageIntent next, List<WorkerEffect> out) {
    state = State.WRITING;
    out.add(
        next.over().isPresent()
            ? new WorkerEffect.ReplaceMessage(next.record(), next.over().get())
            : new WorkerEffect.CreateMessage(next.record()));
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
    key = null;
    backoff = FIRST_BACKOFF;
  }

  private void requireFree() {
    if (state != State.FREE) {
      throw new IllegalStateException("The line to message records is busy: " + state);
    }
  }
}
