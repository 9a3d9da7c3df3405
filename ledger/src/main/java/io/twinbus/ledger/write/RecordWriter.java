package io.twinbus.ledger.write;

import io.twinbus.ledger.LedgerDocument;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes one record of the ledger at a time, and carries each write until its outcome is
 * known, as {@link PendingWrite} says.
 *
 * <p>It repeats an operation without an answer after 50 ms, and doubles that up to 1 s. The number
 * of tries has no bound: while the outcome is unknown the write may land, so only the end of its
 * owner ends it.
 *
 * <p>A create that conflicts with a document that no read shows is repeated in the same way: the
 * document is about to be purged, or the ledger contradicts itself. After ten of them, and then
 * once in about a minute, it is told.
 *
 * <p>It does no I/O: {@link Operations} start the operations, and their answers are handed in. An
 * answer that no operation waits for is ignored. Not thread-safe.
 *
 * @param <R> the record
 */
public final class RecordWriter<R extends LedgerDocument> {

  private static final Duration FIRST_BACKOFF = Duration.ofMillis(50);
  private static final Duration MAX_BACKOFF = Duration.ofSeconds(1);
  private static final int CONTRADICTIONS_TO_TELL = 10;
  private static final int CONTRADICTIONS_BETWEEN = 60;

  /** How an operation ended: a read, or a write. */
  public sealed interface Result<R> permits Answered, PendingWrite.Ended {}

  /** The answer to a read. */
  public record Answered<R>(ReadOutcome<R> outcome) implements Result<R> {}

  /** How operations start; each is answered with {@link #onRead} or {@link #onWritten}. */
  public interface Operations<R> {

    /** Reads the record. */
    void read();

    /** Creates the record. */
    void create(R record);

    /** Writes over the record that has version {@code over}. */
    void replace(R record, Version over);

    /** Tells that a write was answered with {@code Unknown}; it is issued again. */
    void unknown(String why);

    /**
     * Tells that the ledger has refused {@code times} creates because the record exists, and shows
     * none; it is created again.
     */
    void contradicted(int times);
  }

  private enum Operation {
    NONE,
    READ,
    WRITE
  }

  private final Operations<R> operations;
  private Operation current = Operation.NONE;
  private @Nullable PendingWrite<R> pending;
  private boolean repeatsRead;
  private Duration backoff = FIRST_BACKOFF;
  private int contradictions;

  /** When the current operation is repeated; null while its answer is awaited. */
  private @Nullable MonotonicTime repeatAt;

  /** A writer that is free. */
  public RecordWriter(Operations<R> operations) {
    this.operations = operations;
  }

  /** True while a read or a write has not ended. */
  public boolean isBusy() {
    return current != Operation.NONE;
  }

  /** True while another writer's change has been detected but not yet read. */
  public boolean isReadingAfterConflict() {
    return current == Operation.READ && pending != null;
  }

  /** The write whose outcome is not known yet. */
  public Optional<PendingWrite<R>> pending() {
    return Optional.ofNullable(pending);
  }

  /** Reads once: the answer is the result, {@code Unknown} included. */
  public void read() {
    begin(Operation.READ);
    repeatsRead = false;
    issue();
  }

  /** Reads until the ledger says what there is: the result is {@code Found} or {@code Absent}. */
  public void readUntilKnown() {
    begin(Operation.READ);
    repeatsRead = true;
    issue();
  }

  /** Issues {@code write}, and carries it until its outcome is known. */
  public void write(PendingWrite<R> write) {
    begin(Operation.WRITE);
    pending = write;
    issue();
  }

  /** Repeats the current operation if that is due; else says when it will be, if ever. */
  public Optional<MonotonicTime> poll(MonotonicTime now) {
    MonotonicTime due = repeatAt;
    if (due == null || !now.isAtOrAfter(due)) {
      return Optional.ofNullable(due);
    }
    repeatAt = null;
    issue();
    return Optional.empty();
  }

  /** Takes in the answer to a read. */
  public Optional<Result<R>> onRead(ReadOutcome<R> outcome, MonotonicTime now) {
    if (current != Operation.READ || repeatAt != null) {
      return Optional.empty();
    }
    PendingWrite<R> write = pending;
    if (write != null) {
      return proceed(write.after(outcome), now);
    }
    if (repeatsRead && outcome instanceof ReadOutcome.Unknown<R>) {
      repeatLater(now);
      return Optional.empty();
    }
    free();
    return Optional.of(new Answered<>(outcome));
  }

  /** Takes in the answer to a write. */
  public Optional<Result<R>> onWritten(WriteOutcome outcome, MonotonicTime now) {
    PendingWrite<R> write = pending;
    if (current != Operation.WRITE || repeatAt != null || write == null) {
      return Optional.empty();
    }
    return proceed(write.after(outcome), now);
  }

  private Optional<Result<R>> proceed(PendingWrite.State<R> state, MonotonicTime now) {
    if (isContradiction(state)) {
      createAgainLater(now);
      return Optional.empty();
    }
    if (state instanceof PendingWrite.Ended<R> ended) {
      free();
      return Optional.of(ended);
    }
    if (state instanceof PendingWrite.IssueAgain<R> again) {
      operations.unknown(again.why());
      repeatLater(now);
    } else if (current == Operation.READ) {
      repeatLater(now);
    } else {
      current = Operation.READ;
      issue();
    }
    return Optional.empty();
  }

  /** The document exists for a create, and not for a read. */
  private boolean isContradiction(PendingWrite.State<R> state) {
    PendingWrite<R> write = pending;
    return write != null
        && write.over().isEmpty()
        && state instanceof PendingWrite.Overwritten<R> overwritten
        && overwritten.seen() instanceof ReadOutcome.Absent<R>;
  }

  private void createAgainLater(MonotonicTime now) {
    current = Operation.WRITE;
    contradictions++;
    if (contradictions % CONTRADICTIONS_BETWEEN == CONTRADICTIONS_TO_TELL) {
      operations.contradicted(contradictions);
    }
    repeatLater(now);
  }

  private void issue() {
    PendingWrite<R> write = pending;
    if (current == Operation.READ || write == null) {
      operations.read();
    } else {
      write
          .over()
          .ifPresentOrElse(
              version -> operations.replace(write.record(), version),
              () -> operations.create(write.record()));
    }
  }

  private void repeatLater(MonotonicTime now) {
    repeatAt = now.plus(backoff);
    Duration doubled = backoff.multipliedBy(2);
    backoff = doubled.compareTo(MAX_BACKOFF) > 0 ? MAX_BACKOFF : doubled;
  }

  private void begin(Operation next) {
    if (isBusy()) {
      throw new IllegalStateException("The record writer is busy: " + current);
    }
    current = next;
  }

  private void free() {
    current = Operation.NONE;
    pending = null;
    backoff = FIRST_BACKOFF;
    contradictions = 0;
  }
}
