package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of one query for one page: filter, sort, pass over what earlier pages showed, cut,
 * project.
 *
 * <p>Not thread-safe; one instance gives one page.
 */
public final class QueryRun {
  /** More matches than any container holds, and far from an overflow when two are added. */
  private static final long UNBOUNDED = 1L << 40;

  private final Query query;
  private final Map<String, JsonNode> parameters;
  private final Resume start;
  private final int pageSize;
  private long met;
  private long read;

  /** A run of a query from a place on, for at most so many results. */
  public QueryRun(Query query, Map<String, JsonNode> parameters, Resume start, int pageSize) {
    this.query = query;
    this.parameters = parameters;
    this.start = start;
    this.pageSize = pageSize;
  }

  /**
   * Evaluates the query.
   *
   * @param rows the documents, by ascending number
   * @throws SqlException if a parameter is missing or has the wrong type
   */
  public Page page(Iterator<Row> rows) {
    long offset = bound(query.window().offset(), 0);
    long limit = bound(query.window().limit(), UNBOUNDED);
    Iterator<Match> matches = query.order() == null ? new Filtered(rows) : sorted(rows);
    return query.projection() instanceof Projection.Count count
        ? count(count, matches, offset, limit)
        : cut(matches, offset, offset + limit);
  }

  private Page count(Projection.Count count, Iterator<Match> matches, long offset, long limit) {
    long total = 0;
    for (long matched = 0; matches.hasNext() && matched < offset + limit; matched++) {
      Match match = matches.next();
      met++;
      if (matched >= offset && !count.of(scope(match.row())).isMissingNode()) {
        total++;
      }
    }
    return new Page(List.of(count.total(total)), null, met, read);
  }

  private Page cut(Iterator<Match> matches, long offset, long end) {
    List<JsonNode> results = new ArrayList<>();
    long matched = start.matched();
    Resume next = null;
    while (matched < end && matches.hasNext()) {
      if (results.size() == pageSize) {
        return new Page(results, next, met, read);
      }
      Match match = matches.next();
      met++;
      if (matched++ >= offset) {
        JsonNode result = query.projection().of(scope(match.row()));
        if (!result.isMissingNode()) {
          results.add(result);
        }
      }
      next = new Resume(match.row().number(), matched, match.ordered());
    }
    return new Page(results, null, met, read);
  }

  private Iterator<Match> sorted(Iterator<Row> rows) {
    Query.Order order = Objects.requireNonNull(query.order());
    Comparator<Match> byValue =
        (left, right) -> ValueOrder.compare(left.ordered(), right.ordered());
    Comparator<Match> comparator =
        (order.descending() ? byValue.reversed() : byValue)
            .thenComparingLong(match -> match.row().number());
    Match last =
        start.number() < 0
            ? null
            : new Match(new Row(start.number(), MissingNode.getInstance()), start.ordered());
    // No more than a page and what OFFSET passes over is kept: the last of the queue goes first.
    long room = Math.max(0, bound(query.window().offset(), 0) - start.matched()) + pageSize + 1;
    PriorityQueue<Match> first = new PriorityQueue<>(comparator.reversed());
    while (rows.hasNext()) {
      Row row = rows.next();
      read++;
      Scope scope = scope(row);
      if (query.where().holds(scope)) {
        Match match = new Match(row, order.by().value(scope));
        if (last == null || comparator.compare(match, last) > 0) {
          first.add(match);
          if (first.size() > room && !isCount()) {
            first.remove();
          }
        }
      }
    }
    return first.stream().sorted(comparator).iterator();
  }

  private boolean isCount() {
    return query.projection() instanceof Projection.Count;
  }

  private Scope scope(Row row) {
    return new Scope(row.document(), parameters);
  }

  private long bound(@Nullable Expression expression, long none) {
    if (expression == null) {
      return none;
    }
    JsonNode value = expression.value(new Scope(MissingNode.getInstance(), parameters));
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
      throw new SqlException(
          "TOP, OFFSET and LIMIT take a whole number from 0 on, not " + value + ".");
    }
    return Math.min(value.longValue(), UNBOUNDED);
  }

  /** A row that the filter lets through, with the value that it is sorted by. */
  private record Match(Row row, JsonNode ordered) {}

  /**
   * Matches in the order of the rows, found one at a time so that a page costs no more than it
   * shows.
   */
  private final class Filtered implements Iterator<Match> {
    private final Iterator<Row> rows;
    private @Nullable Match ahead;

    Filtered(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      while (ahead == null && rows.hasNext()) {
        Row row = rows.next();
        read++;
        if (row.number() > start.number()) {
          ahead =
              query.where().holds(scope(row)) ? new Match(row, MissingNode.getInstance()) : null;
        }
      }
      return ahead != null;
    }

    @Override
    public Match next() {
      Match match = hasNext() ? ahead : null;
      if (match == null) {
        throw new NoSuchElementException();
      }
      ahead = null;
      return match;
    }
  }
}
