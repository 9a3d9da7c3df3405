package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * How many results are passed over and how many are shown at most. Immutable.
 *
 * @param offset null: none is passed over
 * @param limit null: all are shown
 */
record Window(@Nullable Expression offset, @Nullable Expression limit) {
  static final Window ALL = new Window(null, null);

  /** More results than any container gives, and far from an overflow when two are added. */
  private static final long UNBOUNDED = 1L << 40;

  long start(Scope constants) {
    return bound(offset, 0, constants);
  }

  long length(Scope constants) {
    return bound(limit, UNBOUNDED, constants);
  }

  private static long bound(@Nullable Expression expression, long none, Scope constants) {
    if (expression == null) {
      return none;
    }
    JsonNode value = expression.value(constants);
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
      throw new SqlException(
          "TOP, OFFSET and LIMIT take a whole number from 0 on, not " + value + ".");
    }
    return Math.min(value.longValue(), UNBOUNDED);
  }
}
