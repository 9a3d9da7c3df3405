package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A parsed query over the documents of one container.
 *
 * <p>Immutable and thread-safe; the evaluation takes place in {@link QueryRun}.
 */
public final class Query {
  /** What a query with a user-defined function is told. */
  public static final String NO_USER_DEFINED_FUNCTIONS =
      "User-defined functions are not emulated: the client has to do what they would do.";

  private final String document;
  private final Select select;

  Query(String document, Select select) {
    this.document = document;
    this.select = select;
  }

  /**
   * Reads a query text.
   *
   * @throws SqlException if it is none, or uses what is not supported here
   */
  public static Query parse(String text) {
    return new QueryParser(text).query();
  }

  /** Whether a page can only be made of all rows: results are sorted, grouped or distinct. */
  public boolean needsAllRows() {
    return !select.order().isNone() || isWhole();
  }

  /** Whether results are bare values instead of objects. */
  public boolean showsValues() {
    return select.projection() instanceof Projection.Value;
  }

  /**
   * The equalities that every match meets, for an index to look up.
   *
   * @throws SqlException if one uses a parameter that is missing
   */
  public List<Filter> filters(Map<String, JsonNode> parameters) {
    return QueryAnalysis.filters(select.where(), document, parameters);
  }

  /** The properties that the condition looks at. */
  public Set<List<String>> filteredPaths() {
    return QueryAnalysis.paths(select.where(), document);
  }

  /** The properties that results are sorted by, the first one first; empty if they are not. */
  public List<SortKey> sortKeys() {
    return select.order().keys().stream()
        .map(key -> new SortKey(key.path().steps(), key.descending()))
        .toList();
  }

  /** Whether all results have to be known before the first one can be shown. */
  boolean isWhole() {
    return select.isGrouped() || select.distinct();
  }

  Select select() {
    return select;
  }

  /** A document under the name that FROM gives it. */
  Scope scope(JsonNode row, Map<String, JsonNode> parameters) {
    return Scope.of(document, row, parameters);
  }
}
