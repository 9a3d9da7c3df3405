package io.twinbus.local.servicebus.rules;

import org.jspecify.annotations.Nullable;

/** A part of a SQL text that has a value for each message. */
interface SqlExpression {

  /** A text, a number, a truth value or another property's value; null: unknown. */
  @Nullable Object value(FilterView message);
}
