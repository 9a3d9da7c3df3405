package io.twinbus.local.servicebus.rules;

import java.util.Map;
import java.util.Objects;

/**
 * A filter in the service's dialect of SQL-92, as far as it is emulated: comparisons, {@code AND},
 * {@code OR}, {@code NOT}, {@code IN}, {@code LIKE}, {@code IS NULL}, {@code EXISTS}, {@code
 * NEWID}, {@code PROPERTY}, arithmetic and parameters. The rest is refused when the filter is made.
 * Immutable.
 */
public final class SqlFilter implements RuleFilter {
  private static final int LONGEST = 1024;

  private final String expression;
  private final Map<String, Object> parameters;
  private final SqlExpression condition;

  private SqlFilter(String expression, Map<String, Object> parameters) {
    if (expression.length() > LONGEST) {
      throw new InvalidRuleException(
          "A SQL filter has at most 1024 characters, not " + expression.length() + ".");
    }
    this.expression = expression;
    this.parameters = Map.copyOf(parameters);
    SqlCursor cursor = new SqlCursor("SQL filter", expression);
    this.condition = SqlParser.ofConditions(cursor, this.parameters).condition();
  }

  /**
   * Reads an expression.
   *
   * @throws InvalidRuleException in one sentence, with the place of what is not understood
   */
  public static SqlFilter of(String expression) {
    return of(expression, Map.of());
  }

  /**
   * Reads an expression with the values of its parameters, their names with the {@code @}.
   *
   * @throws InvalidRuleException in one sentence, with the place of what is not understood
   */
  public static SqlFilter of(String expression, Map<String, Object> parameters) {
    return new SqlFilter(expression, parameters);
  }

  /** As it was written. */
  public String expression() {
    return expression;
  }

  /** The values of its parameters. */
  public Map<String, Object> parameters() {
    return parameters;
  }

  @Override
  public boolean matches(FilterView message) {
    return Boolean.TRUE.equals(condition.value(message));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SqlFilter that
        && expression.equals(that.expression)
        && parameters.equals(that.parameters);
  }

  @Override
  public int hashCode() {
    return Objects.hash(expression, parameters);
  }

  @Override
  public String toString() {
    return expression;
  }
}
