package io.twinbus.local.servicebus.rules;

/** A condition on messages. Immutable, hence thread-safe. */
public sealed interface RuleFilter permits BooleanFilter, CorrelationFilter, SqlFilter {

  /** Whether a message fulfils it. */
  boolean matches(FilterView message);
}
