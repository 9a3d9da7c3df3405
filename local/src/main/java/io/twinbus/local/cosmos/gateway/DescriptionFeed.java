package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.sql.Page;
import io.twinbus.local.cosmos.sql.Resume;
import io.twinbus.local.cosmos.sql.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of descriptions, all or those that a query finds, page by page.
 *
 * @param name the property that holds them, such as {@code Databases}
 * @param resourceId of what they belong to; empty for the account
 */
record DescriptionFeed(String name, String resourceId, List<ObjectNode> descriptions) {
  private static final double CHARGE = 2;

  Reply reply(Request request) {
    List<Row> rows = new ArrayList<>();
    descriptions.forEach(description -> rows.add(new Row(rows.size(), description)));
    Page page = QueryRequest.of(request).page(rows.iterator());
    ObjectNode feed = Json.object().put("_rid", resourceId).put("_count", page.results().size());
    feed.putArray(name).addAll(page.results());
    Reply reply =
        Reply.of(200, feed)
            .with("x-ms-item-count", Integer.toString(page.results().size()))
            .charged(CHARGE);
    Resume next = page.next();
    return next == null ? reply : reply.with("x-ms-continuation", next.token());
  }
}
