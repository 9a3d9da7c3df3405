package io.twinbus.ledger.store;

import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Erases what documents beside the record of a forgotten session say: ids, reasons and names. How
 * each message ended stays. Implementations are thread-safe and never block the caller.
 */
@FunctionalInterface
public interface SessionErasure {

  /** The erasure of a ledger that has no documents beside its session records. */
  SessionErasure NOTHING =
      (session, mark) -> CompletableFuture.completedStage(new Outcome.Erased(0, 0));

  /**
   * Erases them; what was erased before is left as it is, so that it can be begun again.
   *
   * @param mark the mark of the writes
   */
  CompletionStage<Outcome> erase(SessionId session, WriteMark mark);

  /** What came of it. */
  sealed interface Outcome {

    /**
     * It reached the last document.
     *
     * @param erased how many were erased
     * @param left how many speak of a message that is still to run, or changed meanwhile
     */
    record Erased(int erased, int left) implements Outcome {}

    /** It did not; {@code why} is for people. */
    record Unknown(String why) implements Outcome {}
  }
}
