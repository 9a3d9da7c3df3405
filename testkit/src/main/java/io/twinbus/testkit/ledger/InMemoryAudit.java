package io.twinbus.testkit.ledger;

import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An audit container in memory. A continuation is how many entries were listed. Thread-safe. */
public final class InMemoryAudit implements AuditStore {

  private final List<AuditEntry> entries = new ArrayList<>();

  @Override
  public synchronized CompletionStage<WriteOutcome> create(AuditEntry entry) {
    if (entries.stream().anyMatch(known -> known.id().equals(entry.id()))) {
      return CompletableFuture.completedStage(new WriteOutcome.Conflict());
    }
    entries.add(entry);
    return CompletableFuture.completedStage(new WriteOutcome.Written(new Version("1")));
  }

  @Override
  public synchronized CompletionStage<AuditPage> list(
      AuditFilter filter, int pageSize, Optional<String> continuation) {
    List<AuditEntry> wanted =
        entries.stream()
            .filter(entry -> isWanted(entry, filter))
            .sorted(Comparator.comparing(AuditEntry::at).reversed())
            .toList();
    int from = continuation.map(Integer::parseInt).orElse(0);
    int to = Math.min(wanted.size(), from + pageSize);
    return CompletableFuture.completedStage(
        new AuditPage.Found(
            wanted.subList(from, to),
            0,
            to < wanted.size() ? Optional.of(Integer.toString(to)) : Optional.empty()));
  }

  private static boolean isWanted(AuditEntry entry, AuditFilter filter) {
    return !entry.at().isBefore(filter.from())
        && entry.at().isBefore(filter.to())
        && filter.kind().map(entry.what().kind()::equals).orElse(true)
        && filter.by().map(by -> isBy(entry, by)).orElse(true)
        && filter.session().map(id -> entry.about().session().equals(Optional.of(id))).orElse(true)
        && filter.message().map(id -> entry.about().message().equals(Optional.of(id))).orElse(true);
  }

  private static boolean isBy(AuditEntry entry, String by) {
    return entry.by().name().equals(by) || entry.by().oid().equals(Optional.of(by));
  }
}
