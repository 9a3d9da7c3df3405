package io.twinbus.local.servicebus.rules;

import org.jspecify.annotations.Nullable;

/**
 * A property that a SQL text names.
 *
 * @param system which of the service's; null: it is one of the application
 * @param name as it was written, without the scope
 */
record SqlProperty(@Nullable SystemProperty system, String name) implements SqlExpression {

  @Override
  public @Nullable Object value(FilterView message) {
    return system == null ? message.user(name) : message.system(system);
  }
}
