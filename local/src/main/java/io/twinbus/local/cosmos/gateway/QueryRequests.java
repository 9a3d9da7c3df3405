package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.sql.Filter;
import io.twinbus.local.cosmos.sql.Page;
import io.twinbus.local.cosmos.sql.Query;
import io.twinbus.local.cosmos.sql.Resume;
import io.twinbus.local.cosmos.sql.Row;
import io.twinbus.local.cosmos.sql.SortKey;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;

/**
 * Queries and the plans that clients ask for before them. Thread-safe.
 *
 * <p>A container has one physical partition, so the plan leaves nothing to the client: sorting,
 * cutting and counting all take place here.
 */
final class QueryRequests {
  private final RequestCharges charges;
  private final InstantSource clock;

  QueryRequests(RequestCharges charges, InstantSource clock) {
    this.charges = charges;
    this.clock = clock;
  }

  Reply reply(Request request, Container container) {
    PartitionLayout.requireWholeRange(request);
    Instant began = clock.instant();
    QueryRequest asked = QueryRequest.of(request);
    Query query = asked.query();
    List<Filter> filters = query.filters(asked.parameters());
    // A join may have more rows of the last document.
    long after = (query.needsAllRows() ? Resume.START : asked.start()).number() - 1;
    requireIndexForOrder(query, container);
    Page page = asked.page(rows(request, container, after, filters));
    ObjectNode body =
        Json.object().put("_rid", container.resourceId()).put("_count", page.results().size());
    ArrayNode documents = body.putArray("Documents").addAll(page.results());
    Reply reply = Reply.of(200, body).with("x-ms-item-count", Integer.toString(documents.size()));
    long loaded = loaded(query, container, page);
    if (QueryMetrics.areAskedFor(request)) {
      Duration took = Duration.between(began, clock.instant());
      reply =
          reply.with(
              QueryMetrics.HEADER,
              new QueryMetrics(took, loaded, page, reply.body().length()).text());
    }
    Resume next = page.next();
    return (next == null ? reply : reply.with("x-ms-continuation", next.token()))
        .charged(charges.query(loaded, reply.body().length()));
  }

  Reply plan(Request request) {
    if (!RequestKind.isQueryPlan(request)) {
      throw new BadRequestException(request.verb() + " is not served for items.");
    }
    // Parsed here, too, so that a query that is refused is refused before a client starts to page.
    Query query = Query.parse(Json.read(request.body()).path("query").asText(""));
    ObjectNode plan = Json.object().put("partitionedQueryExecutionInfoVersion", 2);
    ObjectNode info =
        plan.putObject("queryInfo")
            .put("distinctType", "None")
            .putNull("top")
            .putNull("offset")
            .putNull("limit")
            .put("rewrittenQuery", "")
            .put("hasSelectValue", query.showsValues())
            .put("hasNonStreamingOrderBy", false);
    info.putArray("orderBy");
    info.putArray("orderByExpressions");
    info.putArray("groupByExpressions");
    info.putArray("groupByAliases");
    info.putArray("aggregates");
    info.putObject("groupByAliasToAggregateType");
    plan.putArray("queryRanges")
        .addObject()
        .put("min", "")
        .put("max", "FF")
        .put("isMinInclusive", true)
        .put("isMaxInclusive", false);
    return Reply.of(200, plan);
  }

  private static Iterator<Row> rows(
      Request request, Container container, long after, List<Filter> filters) {
    String partition = request.header("x-ms-documentdb-partitionkey");
    return partition == null
        ? container.rowsAfter(after, filters)
        : container.rows(PartitionKey.parse(partition), filters);
  }

  /**
   * What the service would load: the matches, or all where the condition needs what no index has.
   */
  private static long loaded(Query query, Container container, Page page) {
    boolean indexed =
        query.filteredPaths().stream().allMatch(container.definition().indexing()::includes);
    return indexed ? page.matched() : page.read();
  }

  private static void requireIndexForOrder(Query query, Container container) {
    List<SortKey> keys = query.sortKeys();
    if (!keys.isEmpty() && !container.definition().indexing().sorts(keys)) {
      throw new BadRequestException(
          keys.size() == 1
              ? "The order by query does not have a corresponding index that it can be served from."
              : "The order by query does not have a corresponding composite index that it can be served from.");
    }
  }
}
