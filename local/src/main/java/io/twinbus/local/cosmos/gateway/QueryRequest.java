package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.sql.Page;
import io.twinbus.local.cosmos.sql.Query;
import io.twinbus.local.cosmos.sql.QueryRun;
import io.twinbus.local.cosmos.sql.Resume;
import io.twinbus.local.cosmos.sql.Row;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client asks for with a query, or with a read of a whole feed. Immutable. */
record QueryRequest(Query query, Map<String, JsonNode> parameters, Resume start, int pageSize) {
  private static final int DEFAULT_PAGE = 100;
  private static final int MAX_PAGE = 1_000;

  /** Whether a request carries a query in its body. */
  static boolean isAskedFor(Request request) {
    String contentType = request.header("content-type");
    return request.flag("x-ms-documentdb-isquery")
        || (contentType != null && contentType.startsWith("application/query+json"));
  }

  static QueryRequest of(Request request) {
    JsonNode source =
        request.is("GET")
            ? Json.object().put("query", "SELECT * FROM c")
            : Json.read(request.body());
    return new QueryRequest(
        Query.parse(source.path("query").asText("")),
        parameters(source),
        start(request.header("x-ms-continuation")),
        pageSize(request));
  }

  Page page(Iterator<Row> rows) {
    return new QueryRun(query, parameters, start, pageSize).page(rows);
  }

  /** How many results a request wants at most. */
  static int pageSize(Request request) {
    String header = request.header("x-ms-max-item-count");
    try {
      int wanted = header == null ? DEFAULT_PAGE : Integer.parseInt(header);
      return wanted <= 0 ? MAX_PAGE : Math.min(wanted, MAX_PAGE);
    } catch (NumberFormatException e) {
      throw new BadRequestException("x-ms-max-item-count is a number, not " + header + ".");
    }
  }

  private static Resume start(@Nullable String continuation) {
    return continuation == null || continuation.isEmpty()
        ? Resume.START
        : Resume.parse(continuation);
  }

  private static Map<String, JsonNode> parameters(JsonNode source) {
    Map<String, JsonNode> parameters = new HashMap<>();
    source
        .path("parameters")
        .forEach(p -> parameters.put(p.path("name").asText(), p.path("value")));
    return parameters;
  }
}
