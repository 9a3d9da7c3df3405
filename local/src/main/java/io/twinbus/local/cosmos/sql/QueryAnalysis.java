package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an index, or the reader of a query, has to know of its expressions. */
final class QueryAnalysis {
  private QueryAnalysis() {}

  /** The equalities of the document's properties that stand in every match. */
  static List<Filter> filters(Expression where, String document, Map<String, JsonNode> parameters) {
    List<Filter> filters = new ArrayList<>();
    collect(where, document, Scope.ofConstants(parameters), filters);
    return filters;
  }

  /** All properties of the document that an expression looks at. */
  static Set<List<String>> paths(Expression expression, String document) {
    Set<List<String>> paths = new LinkedHashSet<>();
    collect(expression, document, paths);
    return paths;
  }

  /** Whether an expression has an aggregate function, subselects left out. */
  static boolean isAggregated(Expression expression) {
    if (expression instanceof Expression.Subselect) {
      return false;
    }
    return expression instanceof Expression.Aggregated
        || expression.operands().stream().anyMatch(QueryAnalysis::isAggregated);
  }

  /** The first property that has a value of its own in each row of a group; null: there is none. */
  static Expression.@Nullable Path ungrouped(Expression expression, List<Expression> groupBy) {
    if (groupBy.contains(expression)
        || expression instanceof Expression.Aggregated
        || expression instanceof Expression.Subselect) {
      return null;
    }
    if (expression instanceof Expression.Path path) {
      return path;
    }
    for (Expression operand : expression.operands()) {
      Expression.Path found = ungrouped(operand, groupBy);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static void collect(
      Expression where, String document, Scope constants, List<Filter> filters) {
    if (where instanceof Expression.And and) {
      collect(and.left(), document, constants, filters);
      collect(and.right(), document, constants, filters);
    } else if (where instanceof Expression.Compare compare
        && compare.comparison() == Comparison.EQUAL) {
      Filter filter = filter(compare.left(), compare.right(), document, constants);
      Filter turned =
          filter == null ? filter(compare.right(), compare.left(), document, constants) : filter;
      if (turned != null) {
        filters.add(turned);
      }
    }
  }

  private static void collect(Expression expression, String document, Set<List<String>> paths) {
    if (expression instanceof Expression.Path path && path.source().equals(document)) {
      paths.add(path.steps());
    }
    expression.operands().forEach(operand -> collect(operand, document, paths));
  }

  private static @Nullable Filter filter(
      Expression path, Expression value, String document, Scope constants) {
    if (!(path instanceof Expression.Path property)
        || !property.source().equals(document)
        || property.steps().isEmpty()
        || property.steps().stream().anyMatch(QueryAnalysis::mayBeAnIndex)) {
      return null;
    }
    boolean constant = value instanceof Expression.Literal || value instanceof Expression.Parameter;
    Object indexed = constant ? Filter.indexed(value.value(constants)) : null;
    return indexed == null ? null : new Filter(property.steps(), indexed);
  }

  private static boolean mayBeAnIndex(String step) {
    return step.chars().allMatch(Character::isDigit);
  }
}
