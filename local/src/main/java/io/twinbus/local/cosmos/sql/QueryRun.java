package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The evaluation of one query for one page: filter, sort, pass over what earlier pages showed, cut,
 * project. Grouped and distinct results are made whole for each page.
 *
 * <p>Not thread-safe; one instance gives one page.
 */
public final class QueryRun {
  private final Query query;
  private final Map<String, JsonNode> parameters;
  private final Resume start;
  private final int pageSize;
  private final Scope constants;
  private long met;
  private long read;

  /** A run of a query from a place on, for at most so many results. */
  public QueryRun(Query query, Map<String, JsonNode> parameters, Resume start, int pageSize) {
    this.query = query;
    this.parameters = parameters;
    this.start = start;
    this.pageSize = pageSize;
    this.constants = Scope.ofConstants(parameters);
  }

  /**
   * Evaluates the query.
   *
   * @param rows the documents, by ascending number
   * @throws SqlException if a parameter is missing or has the wrong type
   */
  public Page page(Iterator<Row> rows) {
    if (query.isWhole()) {
      return whole(rows);
    }
    Select select = query.select();
    long offset = select.window().start(constants);
    long end = offset + select.window().length(constants);
    return cut(select.order().isNone() ? new Filtered(rows) : sorted(rows, offset), offset, end);
  }

  private Page whole(Iterator<Row> rows) {
    List<Scope> matches = new ArrayList<>();
    while (rows.hasNext()) {
      read++;
      matches.addAll(query.select().rows(scope(rows.next())));
    }
    List<JsonNode> results = query.select().results(matches, constants);
    int from = (int) Math.min(start.matched(), results.size());
    int to = (int) Math.min((long) from + pageSize, results.size());
    Resume next = to == results.size() ? null : Resume.afterResults(to);
    return new Page(results.subList(from, to), next, matches.size(), read);
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
        JsonNode result = query.select().projection().of(match.scope());
        if (!result.isMissingNode()) {
          results.add(result);
        }
      }
      next = new Resume(match.number(), match.within(), matched, match.ordered());
    }
    return new Page(results, null, met, read);
  }

  private Iterator<Match> sorted(Iterator<Row> rows, long offset) {
    Select.Order order = query.select().order();
    Comparator<Match> comparator =
        ((Comparator<Match>) (left, right) -> order.compare(left.ordered(), right.ordered()))
            .thenComparingLong(Match::number)
            .thenComparingInt(Match::within);
    Match last =
        start.number() < 0
            ? null
            : new Match(constants, start.number(), start.within(), start.ordered());
    // No more than a page and what OFFSET passes over is kept: the last of the queue goes first.
    long room = Math.max(0, offset - start.matched()) + pageSize + 1;
    PriorityQueue<Match> first = new PriorityQueue<>(comparator.reversed());
    while (rows.hasNext()) {
      for (Match match : matches(rows.next())) {
        if (last == null || comparator.compare(match, last) > 0) {
          first.add(match);
          if (first.size() > room) {
            first.remove();
          }
        }
      }
    }
    return first.stream().sorted(comparator).iterator();
  }

  private List<Match> matches(Row row) {
    read++;
    List<Scope> scopes = query.select().rows(scope(row));
    List<Match> matches = new ArrayList<>(scopes.size());
    for (Scope scope : scopes) {
      matches.add(
          new Match(scope, row.number(), matches.size(), query.select().order().values(scope)));
    }
    return matches;
  }

  private Scope scope(Row row) {
    return query.scope(row.document(), parameters);
  }

  /** A row that the filter lets through, its place, and the values that it is sorted by. */
  private record Match(Scope scope, long number, int within, List<JsonNode> ordered) {}

  /**
   * Matches in the order of the rows, found one at a time so that a page costs no more than it
   * shows.
   */
  private final class Filtered implements Iterator<Match> {
    private final Iterator<Row> rows;
    private final Queue<Match> ahead = new ArrayDeque<>();

    Filtered(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      while (ahead.isEmpty() && rows.hasNext()) {
        Row row = rows.next();
        if (row.number() >= start.number()) {
          matches(row).stream().filter(this::isNew).forEach(ahead::add);
        }
      }
      return !ahead.isEmpty();
    }

    private boolean isNew(Match match) {
      return match.number() > start.number() || match.within() > start.within();
    }

    @Override
    public Match next() {
      Match match = hasNext() ? ahead.poll() : null;
      if (match == null) {
        throw new NoSuchElementException();
      }
      return match;
    }
  }
}
