package io.twinbus.testkit.ledger;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.ExplicitStreamsOutcome;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** An operator's questions to a ledger in memory; a continuation is a session's wire id. */
final class InMemoryQueries implements LedgerQueries {

  private final Supplier<List<SessionRecord>> snapshot;

  private final Supplier<ExplicitStreamsOutcome> explicit;

  InMemoryQueries(
      Supplier<List<SessionRecord>> snapshot, Supplier<ExplicitStreamsOutcome> explicit) {
    this.snapshot = snapshot;
    this.explicit = explicit;
  }

  @Override
  public CompletionStage<PageOutcome> list(
      SessionFilter filter, int pageSize, Optional<String> continuation) {
    if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
      throw new IllegalArgumentException(
          "A page has 1 to %d sessions, not %d.".formatted(MAX_PAGE_SIZE, pageSize));
    }
    List<SessionRecord> rest =
        snapshot.get().stream()
            .filter(record -> passes(filter, record))
            .filter(record -> isBehind(continuation, record))
            .toList();
    List<SessionRecord> page = rest.subList(0, Math.min(pageSize, rest.size()));
    Optional<String> next =
        page.size() == rest.size()
            ? Optional.empty()
            : Optional.of(page.get(page.size() - 1).session().wire());
    return CompletableFuture.completedStage(new PageOutcome.Page(page, 0, next, 0));
  }

  @Override
  public CompletionStage<CountsOutcome> counts() {
    Map<SessionStatus, Long> counts = new EnumMap<>(SessionStatus.class);
    for (SessionStatus status : SessionStatus.values()) {
      counts.put(status, 0L);
    }
    snapshot.get().forEach(record -> counts.merge(record.status(), 1L, Long::sum));
    return CompletableFuture.completedStage(new CountsOutcome.Counted(counts, 0));
  }

  @Override
  public CompletionStage<ExplicitStreamsOutcome> explicitStreams() {
    return CompletableFuture.completedStage(explicit.get());
  }

  private static boolean isBehind(Optional<String> continuation, SessionRecord record) {
    return continuation.map(last -> record.session().wire().compareTo(last) > 0).orElse(true);
  }

  private static boolean passes(SessionFilter filter, SessionRecord record) {
    Optional<Owner> owner = Optional.ofNullable(record.custody().owner());
    return filter.status().map(record.status()::equals).orElse(true)
        && filter
            .region()
            .map(region -> owner.filter(o -> o.region().equals(region)).isPresent())
            .orElse(true)
        && filter
            .owner()
            .map(instance -> owner.filter(o -> o.instance().equals(instance)).isPresent())
            .orElse(true)
        && filter.after().map(after -> record.session().value().compareTo(after) > 0).orElse(true)
        && filter.prefix().map(record.session().value()::startsWith).orElse(true)
        && filter.unchangedSince().map(record.stamp().at()::isBefore).orElse(true)
        && (!filter.gaps() || !record.progress().waiting().isEmpty());
  }
}
