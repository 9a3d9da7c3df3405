package io.twinbus.ops.audit;

import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads entries of the audit container page by page, up to a limit. */
final class AuditPages {

  /**
   * How a reading ended.
   *
   * @param count how many entries were handed over
   * @param unreadable how many this build cannot read
   * @param isWhole whether those were all
   */
  record End(int count, int unreadable, boolean isWhole) {}

  private AuditPages() {}

  /**
   * Hands at most {@code limit} entries to {@code reader}, the newest first.
   *
   * @throws CommandFailure when the ledger does not say
   */
  static End read(OpenLedger ledger, AuditFilter filter, int limit, Consumer<AuditEntry> reader) {
    Optional<String> continuation = Optional.empty();
    int count = 0;
    int unreadable = 0;
    do {
      int size = Math.min(limit - count, AuditStore.MAX_PAGE_SIZE);
      AuditPage page = Answers.await(ledger.audit().list(filter, size, continuation));
      if (!(page instanceof AuditPage.Found found)) {
        throw new CommandFailure(
            ExitCode.FAILURE,
            "The audit container cannot be read: %s.".formatted(((AuditPage.Unknown) page).why()));
      }
      found.entries().forEach(reader);
      count += found.entries().size();
      unreadable += found.unreadable();
      continuation = found.continuation();
    } while (continuation.isPresent() && count < limit);
    return new End(count, unreadable, continuation.isEmpty());
  }
}
