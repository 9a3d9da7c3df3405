package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Container;
import java.util.Optional;

/** The one physical partition that every container has, so that no client needs to hash keys. */
final class PartitionLayout {
  static final String ONLY_RANGE = "0";
  private static final String ETAG = "\"1\"";

  /** The substatus of a range that is not there, or no longer. */
  private static final String RANGE_GONE = "1002";

  private PartitionLayout() {}

  /** What speaks against the range that a request names; empty if nothing does. */
  static Optional<Reply> refusal(Request request) {
    String range = request.header("x-ms-documentdb-partitionkeyrangeid");
    return range == null || range.equals(ONLY_RANGE)
        ? Optional.empty()
        : Optional.of(
            Reply.error(410, "The container has no partition key range '" + range + "'.")
                .with("x-ms-substatus", RANGE_GONE));
  }

  /** Refuses a request for a part of the one range. */
  static void requireWholeRange(Request request) {
    String start = request.header("x-ms-start-epk");
    String end = request.header("x-ms-end-epk");
    NotEmulated.PARTIAL_RANGES.refuseWhere(
        (start != null && !start.isEmpty()) || (end != null && !end.equals("FF")));
  }

  static Reply reply(Request request, Container container) {
    if (ETAG.equals(request.header("if-none-match"))) {
      // Clients read the layout as a feed and ask again and again until nothing has changed.
      return Reply.empty(304).with("etag", ETAG);
    }
    ObjectNode range =
        Json.object()
            .put("_rid", container.resourceId())
            .put("id", ONLY_RANGE)
            .put("_etag", ETAG)
            .put("minInclusive", "")
            .put("maxExclusive", "FF")
            .put("ridPrefix", 0)
            .put("_self", container.selfLink() + "pkranges/" + ONLY_RANGE + "/")
            .put("throughputFraction", 1)
            .put("status", "online")
            .put("_ts", container.createdAt());
    range.putArray("parents");
    ObjectNode layout = Json.object().put("_rid", container.resourceId()).put("_count", 1);
    layout.putArray("PartitionKeyRanges").add(range);
    return Reply.of(200, layout).with("etag", ETAG).with("x-ms-item-count", "1");
  }
}
