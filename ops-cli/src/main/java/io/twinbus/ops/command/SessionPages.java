package io.twinbus.ops.command;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Session records by filter, page by page, up to a limit. */
public final class SessionPages {

  /**
   * What was found.
   *
   * @param sessions the records
   * @param unreadable how many were written by a newer build
   * @param next how to ask for those that follow; empty when there are none
   */
  public record Listing(List<SessionRecord> sessions, int unreadable, Optional<String> next) {}

  private SessionPages() {}

  /**
   * At most {@code limit} of the sessions that {@code filter} lets through, from {@code begin} on.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public static Listing read(
      OpenLedger ledger, SessionFilter filter, int limit, Optional<String> begin) {
    List<SessionRecord> found = new ArrayList<>();
    int unreadable = 0;
    Optional<String> continuation = begin.map(SessionPages::decoded);
    do {
      int size = Math.min(limit - found.size(), LedgerQueries.MAX_PAGE_SIZE);
      PageOutcome outcome = Answers.await(ledger.queries().list(filter, size, continuation));
      if (!(outcome instanceof PageOutcome.Page page)) {
        throw new CommandFailure(
            ExitCode.FAILURE,
            "The ledger could not list its sessions: " + ((PageOutcome.Unknown) outcome).why());
      }
      found.addAll(page.sessions());
      unreadable += page.unreadable();
      continuation = page.continuation();
    } while (continuation.isPresent() && found.size() < limit);
    return new Listing(found, unreadable, continuation.map(SessionPages::encoded));
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

  private static String encoded(String continuation) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(continuation.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String page) {
    try {
      return new String(Base64.getUrlDecoder().decode(page), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.USAGE, "'%s' is no page that a list has named.".formatted(page), e);
    }
  }
}
