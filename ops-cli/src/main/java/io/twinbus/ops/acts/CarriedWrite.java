package io.twinbus.ops.acts;

import io.twinbus.ledger.LedgerDocument;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.Answers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/**
 * Carries one write of a command until its outcome is known, as {@link PendingWrite} says: at most
 * {@value #MAX_STEPS} operations, 200 ms apart.
 *
 * <p>Blocks. Immutable; thread-safe as its parts are.
 *
 * @param context how it waits
 * @param store where the document is
 * @param unknown makes the sentence for an outcome that stays unknown, from the reason
 * @param <R> the document
 */
public record CarriedWrite<R extends LedgerDocument>(
    CliContext context, Store<R> store, UnaryOperator<String> unknown) {

  static final int MAX_STEPS = 10;
  private static final Duration BETWEEN = Duration.ofMillis(200);

  /** One document of the ledger. */
  public interface Store<R> {

    /** Reads it. */
    CompletionStage<ReadOutcome<R>> read();

    /** Replaces the version {@code over}, or creates the document where that is empty. */
    CompletionStage<WriteOutcome> write(R record, Optional<Version> over);
  }

  /**
   * How {@code write} ended.
   *
   * @throws CommandFailure when that stays unknown: it may still land
   */
  public PendingWrite.Ended<R> carry(PendingWrite<R> write) {
    PendingWrite.State<R> state = new PendingWrite.IssueAgain<>("");
    String why = "its document could not be read";
    for (int step = 0; step < MAX_STEPS; step++) {
      if (state instanceof PendingWrite.ReadNow<R>) {
        state = write.after(Answers.await(store.read()));
      } else {
        state = write.after(Answers.await(store.write(write.record(), write.over())));
      }
      if (state instanceof PendingWrite.Ended<R> ended) {
        return ended;
      }
      if (state instanceof PendingWrite.IssueAgain<R> again) {
        why = again.why();
      }
      Waits.between(context, BETWEEN);
    }
    throw new CommandFailure(ExitCode.FAILURE, unknown.apply(why));
  }
}
