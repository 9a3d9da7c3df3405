package io.twinbus.local.servicebus.rules;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a message with those that an action has changed. Not thread-safe.
 *
 * <p>A value takes the type of the one that it replaces, if it has an equal value of that type. A
 * property that is set to an unknown value is removed; a message keeps its id.
 */
public final class ChangedProperties implements FilterView {
  private final FilterView before;
  private final Map<SystemProperty, Optional<String>> system = new EnumMap<>(SystemProperty.class);
  private final Map<String, Optional<Object>> user = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  ChangedProperties(FilterView before) {
    this.before = before;
  }

  @Override
  public @Nullable String system(SystemProperty property) {
    Optional<String> changed = system.get(property);
    return changed == null ? before.system(property) : changed.orElse(null);
  }

  @Override
  public @Nullable Object user(String name) {
    Optional<Object> changed = user.get(name);
    return changed == null ? before.user(name) : changed.orElse(null);
  }

  @Override
  public UUID newId() {
    return before.newId();
  }

  /** Gives an application property a value in place of the one that it has. */
  public ChangedProperties with(String name, Object value) {
    user.put(name, Optional.of(value));
    return this;
  }

  /** The properties of the service that are other ones now; empty: not set any more. */
  public Map<SystemProperty, Optional<String>> changedSystem() {
    return Collections.unmodifiableMap(system);
  }

  /** The application properties that are other ones now, by names in any case; empty: removed. */
  public Map<String, Optional<Object>> changedUser() {
    return Collections.unmodifiableMap(user);
  }

  void set(SqlProperty property, @Nullable Object value) {
    SystemProperty ofTheService = property.system();
    if (ofTheService == null) {
      user.put(
          property.name(),
          Optional.ofNullable(value == null ? null : converted(value, user(property.name()))));
    } else if (value != null || ofTheService != SystemProperty.MESSAGE_ID) {
      system.put(ofTheService, Optional.ofNullable(value).map(ChangedProperties::text));
    }
  }

  void remove(String property) {
    user.put(property, Optional.empty());
  }

  private static Object converted(Object value, @Nullable Object before) {
    BigDecimal number = SqlValues.number(value);
    if (before instanceof String) {
      return text(value);
    }
    return number == null ? value : NumberTypes.of(number, before);
  }

  private static String text(Object value) {
    return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
  }
}
