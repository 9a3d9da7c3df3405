package io.twinbus.ledger.audit;

import io.twinbus.ledger.store.WriteOutcome;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The audit container: entries are created, and never replaced.
 *
 * <p>No stage ends exceptionally. Thread-safe.
 */
public interface AuditStore {

  /** The most entries of a page. */
  int MAX_PAGE_SIZE = 1_000;

  /**
   * Creates {@code entry}. A conflict means that an entry of this id is there: since ids are
   * random, it is this one, and an earlier attempt has landed.
   */
  CompletionStage<WriteOutcome> create(AuditEntry entry);

  /**
   * A page of what {@code filter} lets through, the newest first.
   *
   * @param pageSize 1 to {@value #MAX_PAGE_SIZE}
   * @param continuation where the page before ended; empty for the first
   */
  CompletionStage<AuditPage> list(AuditFilter filter, int pageSize, Optional<String> continuation);
}
