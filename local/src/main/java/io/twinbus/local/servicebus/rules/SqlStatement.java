package io.twinbus.local.servicebus.rules;

/** One step of a SQL action; it sees what the steps before it have done. */
sealed interface SqlStatement {

  void apply(ChangedProperties message);

  /** {@code SET property = expression}. */
  record Assignment(SqlProperty property, SqlExpression expression) implements SqlStatement {
    @Override
    public void apply(ChangedProperties message) {
      message.set(property, expression.value(message));
    }
  }

  /** {@code REMOVE property}. */
  record Removal(String property) implements SqlStatement {
    @Override
    public void apply(ChangedProperties message) {
      message.remove(property);
    }
  }
}
