package io.twinbus.local.servicebus.rules;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A filter that asks for equal values: a message fulfils it when all of them are equal. Texts are
 * compared with their case, and null is equal to a property that is null or not there. Immutable.
 *
 * @param system what the properties of the service must be
 * @param user what the application properties must be
 */
public record CorrelationFilter(
    Map<SystemProperty, String> system, Map<String, @Nullable Object> user) implements RuleFilter {

  /**
   * Copies both.
   *
   * @throws InvalidRuleException if there is nothing to compare
   */
  public CorrelationFilter {
    system = Map.copyOf(system);
    user = Collections.unmodifiableMap(new HashMap<>(user));
    if (system.isEmpty() && user.isEmpty()) {
      throw new InvalidRuleException("A correlation filter needs at least one property.");
    }
  }

  @Override
  public boolean matches(FilterView message) {
    return system.entrySet().stream()
            .allMatch(wanted -> wanted.getValue().equals(message.system(wanted.getKey())))
        && user.entrySet().stream()
            .allMatch(wanted -> equal(wanted.getValue(), message.user(wanted.getKey())));
  }

  private static boolean equal(@Nullable Object wanted, @Nullable Object found) {
    return wanted == null ? found == null : SqlValues.same(wanted, found);
  }
}
