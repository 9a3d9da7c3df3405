package io.twinbus.local.cosmos.sql;

/** What the service asks of a select beyond its grammar. */
final class SelectRules {
  private SelectRules() {}

  /** Refuses a select that breaks a rule, in one sentence. */
  static void require(Select select, boolean outermost) {
    if (select.projection() instanceof Projection.Whole && !select.sources().isEmpty()) {
      throw new SqlException("SELECT * shows one input: name what to show of the joined ones.");
    }
    if (QueryAnalysis.isAggregated(select.where())) {
      throw new SqlException("WHERE takes no aggregate function.");
    }
    // An aggregate over all rows is one result, which any order leaves as it is.
    if (!select.groupBy().isEmpty() && !select.order().isNone()) {
      throw new SqlException("ORDER BY does not sort groups, as in the service: sort the results.");
    }
    if (!outermost && !select.order().isNone()) {
      throw new SqlException("A select within a query takes no ORDER BY.");
    }
    if (select.isGrouped()) {
      select.projection().expressions().forEach(shown -> requireGrouped(shown, select));
    }
  }

  private static void requireGrouped(Expression shown, Select select) {
    Expression.Path path = QueryAnalysis.ungrouped(shown, select.groupBy());
    if (path != null) {
      throw new SqlException(
          "'"
              + String.join(".", path.source(), String.join(".", path.steps()))
              + "' is shown without being in an aggregate function or in GROUP BY.");
    }
  }
}
