package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an index has to know of a query's condition. */
final class QueryAnalysis {
  private QueryAnalysis() {}

  /** The equalities that stand in every match. */
  static List<Filter> filters(Expression where, Map<String, JsonNode> parameters) {
    List<Filter> filters = new ArrayList<>();
    collect(where, new Scope(MissingNode.getInstance(), parameters), filters);
    return filters;
  }

  /** All properties that the condition looks at. */
  static Set<List<String>> paths(Expression expression) {
    Set<List<String>> paths = new LinkedHashSet<>();
    collect(expression, paths);
    return paths;
  }

  private static void collect(Expression where, Scope constants, List<Filter> filters) {
    if (where instanceof Expression.And and) {
      collect(and.left(), constants, filters);
      collect(and.right(), constants, filters);
    } else if (where instanceof Expression.Compare compare
        && compare.comparison() == Comparison.EQUAL) {
      Filter filter = filter(compare.left(), compare.right(), constants);
      Filter turned = filter == null ? filter(compare.right(), compare.left(), constants) : filter;
      if (turned != null) {
        filters.add(turned);
      }
    }
  }

  private static void collect(Expression expression, Set<List<String>> paths) {
    if (expression instanceof Expression.Path path) {
      paths.add(path.steps());
    } else if (expression instanceof Expression.Not not) {
      collect(not.operand(), paths);
    } else if (expression instanceof Expression.And and) {
      collect(and.left(), paths);
      collect(and.right(), paths);
    } else if (expression instanceof Expression.Or or) {
      collect(or.left(), paths);
      collect(or.right(), paths);
    } else if (expression instanceof Expression.Compare compare) {
      collect(compare.left(), paths);
      collect(compare.right(), paths);
    } else if (expression instanceof Expression.In in) {
      collect(in.operand(), paths);
      in.candidates().forEach(candidate -> collect(candidate, paths));
    } else if (expression instanceof Expression.Call call) {
      call.arguments().forEach(argument -> collect(argument, paths));
    }
  }

  private static @Nullable Filter filter(Expression path, Expression value, Scope constants) {
    if (!(path instanceof Expression.Path property)
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
