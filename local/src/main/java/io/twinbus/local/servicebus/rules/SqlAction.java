package io.twinbus.local.servicebus.rules;

import java.util.List;

/**
 * An action of a rule in the service's dialect of SQL: it sets and removes properties of the copy
 * that the rule makes of a message. What is not understood is refused when the action is made.
 * Immutable.
 */
public final class SqlAction {
  private static final int LONGEST = 1024;

  private final String expression;
  private final List<SqlStatement> statements;

  private SqlAction(String expression) {
    if (expression.length() > LONGEST) {
      throw new InvalidRuleException(
          "A SQL action has at most 1024 characters, not " + expression.length() + ".");
    }
    this.expression = expression;
    this.statements = new SqlActionParser(expression).statements();
  }

  /**
   * Reads an action.
   *
   * @throws InvalidRuleException in one sentence, with the place of what is not understood
   */
  public static SqlAction of(String expression) {
    return new SqlAction(expression);
  }

  /** As it was written. */
  public String expression() {
    return expression;
  }

  /** A message as it is after the action; the message itself stays as it was. */
  public ChangedProperties apply(FilterView message) {
    ChangedProperties changed = new ChangedProperties(message);
    statements.forEach(statement -> statement.apply(changed));
    return changed;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SqlAction that && expression.equals(that.expression);
  }

  @Override
  public int hashCode() {
    return expression.hashCode();
  }

  @Override
  public String toString() {
    return expression;
  }
}
