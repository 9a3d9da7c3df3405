package io.twinbus.rehearsal.verify;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.ledger.Answers;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads every session record of a ledger, page by page. */
public final class LedgerRecords {

  private LedgerRecords() {}

  /**
   * Hands each record to {@code taker}; answers how many there are.
   *
   * @throws CommandFailure when the ledger does not answer, or holds records of a newer build
   */
  public static long readAll(LedgerQueries queries, Consumer<SessionRecord> taker) {
    long count = 0;
    Optional<String> continuation = Optional.empty();
    do {
      PageOutcome outcome =
          Answers.await(queries.list(SessionFilter.ALL, LedgerQueries.MAX_PAGE_SIZE, continuation));
      if (!(outcome instanceof PageOutcome.Page page)) {
        throw new CommandFailure(
            ExitCode.FAILURE,
            "The ledger could not list its sessions: " + ((PageOutcome.Unknown) outcome).why());
      }
      if (page.unreadable() > 0) {
        throw new CommandFailure(
            ExitCode.FAILURE, "The ledger holds records of a newer build: verify with that one.");
      }
      page.sessions().forEach(taker);
      count += page.sessions().size();
      continuation = page.continuation();
    } while (continuation.isPresent());
    return count;
  }
}
