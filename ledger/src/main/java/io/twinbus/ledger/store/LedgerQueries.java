package io.twinbus.ledger.store;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The port to what an operator asks of the ledger: sessions by filter, and how many there are.
 *
 * <p>Answers are a picture of a moving system, good for looking and never for deciding: a decision
 * reads the one record through {@link SessionStore}. Every stage completes within a bound that the
 * implementation documents, and never exceptionally. Implementations are thread-safe.
 */
public interface LedgerQueries {

  /** The largest page that may be asked for. */
  int MAX_PAGE_SIZE = 1000;

  /**
   * The next page of the sessions that {@code filter} lets through, in no particular order, served
   * by an index: its cost grows with the page, not with the ledger.
   *
   * @param pageSize from 1 to {@value #MAX_PAGE_SIZE}; a page may hold fewer sessions although more
   *     follow
   * @param continuation where the page before ended; empty for the first
   * @throws IllegalArgumentException when {@code pageSize} is out of bounds
   */
  CompletionStage<PageOutcome> list(
      SessionFilter filter, int pageSize, Optional<String> continuation);

  /** How many sessions there are by status. */
  CompletionStage<CountsOutcome> counts();

  /** How much the ledger keeps of streams that applications number. */
  CompletionStage<ExplicitStreamsOutcome> explicitStreams();
}
