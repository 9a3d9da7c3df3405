package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed query over the documents of one container.
 *
 * <p>Immutable and thread-safe; the evaluation takes place in {@link QueryRun}.
 */
public final class Query {
  private final Projection projection;
  private final Expression where;
  private final @Nullable Order order;
  private final Window window;

  Query(Projection projection, Expression where, @Nullable Order order, Window window) {
    this.projection = projection;
    this.where = where;
    this.order = order;
    this.window = window;
  }

  /**
   * Reads a query text.
   *
   * @throws SqlException if it is none, or uses what is not supported here
   */
  public static Query parse(String text) {
    return new QueryParser(text).query();
  }

  /** Whether results are sorted, so that every page needs all rows. */
  public boolean isOrdered() {
    return order != null;
  }

  /** Whether results are bare values instead of objects. */
  public boolean showsValues() {
    return projection instanceof Projection.Value
        || (projection instanceof Projection.Count count && count.name().isEmpty());
  }

  /**
   * The equalities that every match meets, for an index to look up.
   *
   * @throws SqlException if one uses a parameter that is missing
   */
  public List<Filter> filters(Map<String, JsonNode> parameters) {
    return QueryAnalysis.filters(where, parameters);
  }

  /** The properties that the condition looks at. */
  public Set<List<String>> filteredPaths() {
    return QueryAnalysis.paths(where);
  }

  /** The path of the property that results are sorted by; empty if they are not. */
  public Optional<List<String>> orderedPath() {
    return Optional.ofNullable(order)
        .filter(by -> by.by() instanceof Expression.Path)
        .map(by -> ((Expression.Path) by.by()).steps());
  }

  Projection projection() {
    return projection;
  }

  Expression where() {
    return where;
  }

  @Nullable Order order() {
    return order;
  }

  Window window() {
    return window;
  }

  /** The one property that results are sorted by. */
  record Order(Expression by, boolean descending) {}

  /** How many matches are passed over and how many are shown at most; null means no bound. */
  record Window(@Nullable Expression offset, @Nullable Expression limit) {
    static final Window ALL = new Window(null, null);
  }
}
