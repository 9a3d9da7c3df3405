package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.cosmos.document.SessionQuery;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.ExplicitStreamsOutcome;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator's questions to a Cosmos DB container. Thread-safe. */
final class CosmosQueries implements LedgerQueries {

  /** The size of some documents says how large others of their kind are. */
  private static final int SAMPLE = 100;

  private final EntityKey queue;
  private final QueryCalls queries;
  private final SessionCodec codec;

  CosmosQueries(EntityKey queue, QueryCalls queries, SessionCodec codec) {
    this.queue = queue;
    this.queries = queries;
    this.codec = codec;
  }

  @Override
  public CompletionStage<PageOutcome> list(
      SessionFilter filter, int pageSize, Optional<String> continuation) {
    if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
      throw new IllegalArgumentException(
          "A page has 1 to %d sessions, not %d.".formatted(MAX_PAGE_SIZE, pageSize));
    }
    return queries.page(
        SessionQuery.list(queue, filter),
        new QueryCalls.PageRequest(null, pageSize, continuation.orElse(null)),
        ObjectNode.class,
        this::decoded,
        PageOutcome.Unknown::new);
  }

  @Override
  public CompletionStage<CountsOutcome> counts() {
    CompletionStage<CountsOutcome> counts =
        CompletableFuture.completedStage(new CountsOutcome.Counted(Map.of(), 0));
    for (SessionStatus status : SessionStatus.values()) {
      counts = counts.thenCombine(count(status), CosmosQueries::joined);
    }
    return counts;
  }

  @Override
  public CompletionStage<ExplicitStreamsOutcome> explicitStreams() {
    CompletionStage<ExplicitStreamsOutcome> counted =
        queries.all(
            SessionQuery.countExplicit(queue),
            null,
            Long.class,
            rows ->
                new ExplicitStreamsOutcome.Counted(
                    rows.rows().stream().mapToLong(Long::longValue).sum(), 0),
            ExplicitStreamsOutcome.Unknown::new);
    CompletionStage<ExplicitStreamsOutcome> sample =
        queries.page(
            SessionQuery.listExplicit(queue),
            new QueryCalls.PageRequest(null, SAMPLE, null),
            ObjectNode.class,
            rows -> new ExplicitStreamsOutcome.Counted(rows.rows().size(), size(rows.rows())),
            ExplicitStreamsOutcome.Unknown::new);
    return counted.thenCombine(sample, CosmosQueries::scaled);
  }

  private static long size(List<ObjectNode> documents) {
    return documents.stream()
        .mapToLong(document -> document.toString().getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }

  private static ExplicitStreamsOutcome scaled(
      ExplicitStreamsOutcome all, ExplicitStreamsOutcome some) {
    if (all instanceof ExplicitStreamsOutcome.Counted counted
        && some instanceof ExplicitStreamsOutcome.Counted sample) {
      long each = sample.bytes() / Math.max(1, sample.documents());
      return new ExplicitStreamsOutcome.Counted(counted.documents(), each * counted.documents());
    }
    return all instanceof ExplicitStreamsOutcome.Unknown ? all : some;
  }

  private CompletionStage<CountsOutcome> count(SessionStatus status) {
    return queries.all(
        SessionQuery.count(queue, status),
        null,
        Long.class,
        rows ->
            new CountsOutcome.Counted(
                Map.of(status, rows.rows().stream().mapToLong(Long::longValue).sum()),
                rows.requestUnits()),
        CountsOutcome.Unknown::new);
  }

  private static CountsOutcome joined(CountsOutcome before, CountsOutcome next) {
    if (before instanceof CountsOutcome.Counted a && next instanceof CountsOutcome.Counted b) {
      Map<SessionStatus, Long> counts = new EnumMap<>(SessionStatus.class);
      counts.putAll(a.byStatus());
      counts.putAll(b.byStatus());
      return new CountsOutcome.Counted(counts, a.requestUnits() + b.requestUnits());
    }
    return before instanceof CountsOutcome.Unknown ? before : next;
  }

  private PageOutcome decoded(QueryCalls.Rows<ObjectNode> rows) {
    List<SessionRecord> sessions = new ArrayList<>(rows.rows().size());
    int unreadable = 0;
    for (ObjectNode document : rows.rows()) {
      try {
        sessions.add(codec.decode(document));
      } catch (UnreadableDocumentException e) {
        unreadable++;
      }
    }
    return new PageOutcome.Page(sessions, unreadable, rows.continuation(), rows.requestUnits());
  }
}
