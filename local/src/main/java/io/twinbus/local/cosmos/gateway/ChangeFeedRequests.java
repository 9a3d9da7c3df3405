package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.ChangeFeed;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a container's change feed in its latest version mode. Thread-safe.
 *
 * <p>The continuation is the ETag of a page, which the next request brings back in {@code
 * If-None-Match}; a page without changes is a 304.
 */
final class ChangeFeedRequests {
  private static final String NOW = "*";

  private final RequestCharges charges;

  ChangeFeedRequests(RequestCharges charges) {
    this.charges = charges;
  }

  /** Whether a read of items asks for the change feed instead. */
  static boolean isAskedFor(Request request) {
    return request.header("a-im") != null;
  }

  Reply reply(Request request, Container container) {
    NotEmulated.ALL_VERSIONS_FEED.refuseWhere(!isIncremental(request));
    PartitionLayout.requireWholeRange(request);
    String seen = request.header("if-none-match");
    if (NOW.equals(seen)) {
      return unchanged(container.sequence());
    }
    String partition = request.header("x-ms-documentdb-partitionkey");
    ChangeFeed.Range range =
        new ChangeFeed.Range(
            seen == null ? ChangeFeed.BEGINNING : sequence(seen),
            seen == null ? since(request.header("if-modified-since")) : Long.MIN_VALUE,
            Optional.ofNullable(partition).map(PartitionKey::parse),
            QueryRequest.pageSize(request));
    ChangeFeed page = container.changes(range);
    return page.items().isEmpty() ? unchanged(page.sequence()) : changed(container, page);
  }

  private Reply changed(Container container, ChangeFeed page) {
    ObjectNode body =
        Json.object().put("_rid", container.resourceId()).put("_count", page.items().size());
    ArrayNode documents = body.putArray("Documents");
    page.items().forEach(item -> documents.add(document(item)));
    Reply reply =
        Reply.of(200, body)
            .with("etag", etag(page.sequence()))
            .with("x-ms-item-count", Integer.toString(documents.size()));
    return reply.charged(charges.query(documents.size(), reply.body().length()));
  }

  private Reply unchanged(long sequence) {
    return Reply.empty(304).with("etag", etag(sequence)).charged(charges.query(0, 0));
  }

  private static ObjectNode document(Item item) {
    ObjectNode document = Json.object();
    document.setAll(item.document());
    return document.put("_lsn", item.sequence());
  }

  private static boolean isIncremental(Request request) {
    String wanted = request.header("a-im");
    return wanted != null && wanted.replace(" ", "").equalsIgnoreCase("incrementalfeed");
  }

  private static String etag(long sequence) {
    return "\"" + sequence + "\"";
  }

  private static long sequence(String etag) {
    try {
      return Long.parseLong(etag.replace("\"", "").strip());
    } catch (NumberFormatException e) {
      throw new BadRequestException(
          "If-None-Match is * or the ETag of a page of the change feed, not " + etag + ".");
    }
  }

  private static long since(@Nullable String date) {
    try {
      return date == null
          ? Long.MIN_VALUE
          : Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)).getEpochSecond();
    } catch (DateTimeException e) {
      throw new BadRequestException(
          "If-Modified-Since is a date such as Thu, 27 Apr 2017 00:51:12 GMT, not " + date + ".");
    }
  }
}
