package io.twinbus.local.servicebus.rules;

/** A filter that every message fulfils, or none. */
public enum BooleanFilter implements RuleFilter {
  TRUE,
  FALSE;

  @Override
  public boolean matches(FilterView message) {
    return this == TRUE;
  }
}
