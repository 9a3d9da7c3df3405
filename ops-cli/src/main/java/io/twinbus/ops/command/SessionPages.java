package io.twinbus.ops.command;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Session records by filter, page by page, up to a limit. */
public final class SessionPages {

  /**
   * What was found.
   *
   * @param sessions the records
   * @param unreadable how many were written by a newer build
   * @param next the last of them, when more follow: the next listing begins after it
   */
  public record Listing(List<SessionRecord> sessions, int unreadable, Optional<String> next) {}

  private SessionPages() {}

  /**
   * At most {@code limit} of the sessions that {@code filter} lets through, in the order of their
   * ids and after {@code begin}: so a list is gone on with by the name of a session.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public static Listing read(
      OpenLedger ledger, SessionFilter filter, int limit, Optional<String> begin) {
    List<SessionRecord> found = new ArrayList<>();
    int unreadable = 0;
    SessionFilter wanted = filter.inOrderAfter(begin.orElse(""));
    Optional<String> continuation = Optional.empty();
    do {
      int size = Math.min(limit - found.size(), LedgerQueries.MAX_PAGE_SIZE);
      PageOutcome outcome = Answers.await(ledger.queries().list(wanted, size, continuation));
      if (!(outcome instanceof PageOutcome.Page page)) {
        throw new CommandFailure(
            ExitCode.FAILURE,
            "The ledger could not list its sessions: " + ((PageOutcome.Unknown) outcome).why());
      }
      found.addAll(page.sessions());
      unreadable += page.unreadable();
      continuation = page.continuation();
    } while (continuation.isPresent() && found.size() < limit);
    boolean hasMore = continuation.isPresent() && !found.isEmpty();
    return new Listing(
        found,
        unreadable,
        hasMore ? Optional.of(found.get(found.size() - 1).session().value()) : Optional.empty());
  }

  /** The exit code of a command that lists; says on stderr what is left out. */
  public static int exitCode(Listing listing, CommonOptions common) {
    if (listing.unreadable() == 0) {
      return ExitCode.OK.code();
    }
    common.tell(
        "%d records were written by a newer build and are left out."
            .formatted(listing.unreadable()));
    return ExitCode.PARTIAL.code();
  }
}
