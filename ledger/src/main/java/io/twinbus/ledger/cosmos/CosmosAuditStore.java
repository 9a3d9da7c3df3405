package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.cosmos.document.AuditCodec;
import io.twinbus.ledger.cosmos.document.AuditQuery;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.store.WriteOutcome;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The audit container in Cosmos DB, a partition a month. A page is of one month; a continuation
 * names the month, then what Cosmos DB continues with. Thread-safe.
 */
final class CosmosAuditStore implements AuditStore {

  private static final int MONTH_LENGTH = "2026-11".length();

  private final DocumentCalls calls;
  private final QueryCalls queries;

  CosmosAuditStore(ContainerCalls container) {
    this.calls = container.documents();
    this.queries = container.queries();
  }

  @Override
  public CompletionStage<WriteOutcome> create(AuditEntry entry) {
    return calls.create(AuditCodec.encode(entry)).thenApply(CosmosSessionStore::writeOutcome);
  }

  @Override
  public CompletionStage<AuditPage> list(
      AuditFilter filter, int pageSize, Optional<String> continuation) {
    if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
      throw new IllegalArgumentException(
          "A page has 1 to %d entries, not %d.".formatted(MAX_PAGE_SIZE, pageSize));
    }
    String month =
        continuation
            .map(text -> text.substring(0, MONTH_LENGTH))
            .orElseGet(() -> AuditCodec.partition(filter.to()));
    Optional<String> within =
        continuation.map(text -> text.substring(MONTH_LENGTH)).filter(text -> !text.isEmpty());
    return page(filter, new QueryCalls.PageRequest(month, pageSize, within.orElse(null)));
  }

  /** Months without an entry are passed over; the filter bounds how many there are. */
  private CompletionStage<AuditPage> page(AuditFilter filter, QueryCalls.PageRequest request) {
    String month = String.valueOf(request.partition());
    return queries
        .<ObjectNode, AuditPage>page(
            AuditQuery.of(filter),
            request,
            ObjectNode.class,
            rows -> found(rows, month, filter.from()),
            AuditPage.Unknown::new)
        .thenCompose(
            page ->
                page instanceof AuditPage.Found found
                        && found.entries().isEmpty()
                        && found.unreadable() == 0
                        && found.continuation().isPresent()
                    ? list(filter, request.size(), found.continuation())
                    : CompletableFuture.completedStage(page));
  }

  private static AuditPage found(QueryCalls.Rows<ObjectNode> rows, String month, Instant from) {
    List<AuditEntry> entries = new ArrayList<>(rows.rows().size());
    int unreadable = 0;
    for (ObjectNode document : rows.rows()) {
      try {
        entries.add(AuditCodec.decode(document));
      } catch (UnreadableDocumentException e) {
        unreadable++;
      }
    }
    Optional<String> next = rows.continuation().map(text -> month + text);
    return new AuditPage.Found(entries, unreadable, next.isPresent() ? next : before(month, from));
  }

  /** The month before {@code month}, unless all of it is before {@code from}. */
  private static Optional<String> before(String month, Instant from) {
    String first = AuditCodec.partition(from);
    return month.compareTo(first) > 0
        ? Optional.of(YearMonth.parse(month).minusMonths(1).toString())
        : Optional.empty();
  }
}
