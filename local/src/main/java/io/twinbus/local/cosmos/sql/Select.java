package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A parsed select: where rows come from, which of them count, how they are grouped and shown.
 * Immutable and thread-safe.
 *
 * @param sources what FROM and JOIN name beside the document
 * @param groupBy empty with an aggregate function in the projection: all rows are one group
 */
record Select(
    Projection projection,
    boolean distinct,
    List<Source> sources,
    Expression where,
    List<Expression> groupBy,
    Order order,
    Window window) {
  /** More would fill the memory with the products of one document's arrays. */
  private static final int MAX_ROWS_OF_A_DOCUMENT = 100_000;

  /** The properties that results are sorted by, the first one first; empty if they are not. */
  record Order(List<Key> keys) {
    static final Order NONE = new Order(List.of());

    /** A property and its direction. */
    record Key(Expression.Path path, boolean descending) {}

    boolean isNone() {
      return keys.isEmpty();
    }

    List<JsonNode> values(Scope row) {
      return keys.stream().map(key -> key.path().value(row)).toList();
    }

    int compare(List<JsonNode> left, List<JsonNode> right) {
      for (int i = 0; i < keys.size(); i++) {
        int order = ValueOrder.compare(left.get(i), right.get(i));
        if (order != 0) {
          return keys.get(i).descending() ? -order : order;
        }
      }
      return 0;
    }
  }

  /** Whether results are of groups of rows, not of single ones. */
  boolean isGrouped() {
    return !groupBy.isEmpty()
        || projection.expressions().stream().anyMatch(QueryAnalysis::isAggregated);
  }

  /** All expressions, those of the sources included. */
  List<Expression> expressions() {
    return Stream.of(
            projection.expressions(),
            sources.stream().map(Source::items).toList(),
            List.of(where),
            groupBy)
        .flatMap(Collection::stream)
        .toList();
  }

  /** The rows that one document gives. */
  List<Scope> rows(Scope document) {
    if (sources.isEmpty()) {
      return where.holds(document) ? List.of(document) : List.of();
    }
    List<Scope> rows = List.of(document);
    for (Source source : sources) {
      List<Scope> more = new ArrayList<>();
      for (Scope row : rows) {
        for (JsonNode value : source.values(row)) {
          more.add(row.with(source.name(), value));
        }
        if (more.size() > MAX_ROWS_OF_A_DOCUMENT) {
          throw new SqlException(
              "The joins of the query make more than "
                  + MAX_ROWS_OF_A_DOCUMENT
                  + " rows of one document.");
        }
      }
      rows = more;
    }
    return rows.stream().filter(where::holds).toList();
  }

  /** All results of these rows, in their order; the window is cut. */
  List<JsonNode> results(List<Scope> rows, Scope constants) {
    Stream<JsonNode> shown =
        (isGrouped() ? groups(rows, constants).stream() : sorted(rows))
            .map(projection::of)
            .filter(result -> !result.isMissingNode());
    if (distinct) {
      Set<Object> seen = new HashSet<>();
      shown = shown.filter(result -> seen.add(Values.key(result)));
    }
    return shown.skip(window.start(constants)).limit(window.length(constants)).toList();
  }

  private Stream<Scope> sorted(List<Scope> rows) {
    if (order.isNone()) {
      return rows.stream();
    }
    Comparator<Scope> comparator =
        (left, right) -> order.compare(order.values(left), order.values(right));
    return rows.stream().sorted(comparator);
  }

  private List<Scope> groups(List<Scope> rows, Scope constants) {
    if (groupBy.isEmpty()) {
      return List.of(rows.isEmpty() ? constants.over(rows) : rows.get(0).over(rows));
    }
    Map<List<Object>, List<Scope>> groups = new LinkedHashMap<>();
    for (Scope row : rows) {
      List<Object> key = groupBy.stream().map(by -> Values.key(by.value(row))).toList();
      groups.computeIfAbsent(key, absent -> new ArrayList<>()).add(row);
    }
    return groups.values().stream().map(group -> group.get(0).over(group)).toList();
  }
}
