package io.twinbus.local.unit;

import io.twinbus.local.servicebus.rules.FilterView;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A message that is nothing but application properties and the label {@code invoice}. */
record PropertiesView(Map<String, Object> properties) implements FilterView {
  static final UUID NEW_ID = new UUID(1, 2);

  @Override
  public @Nullable String system(SystemProperty property) {
    return property == SystemProperty.LABEL ? "invoice" : null;
  }

  @Override
  public @Nullable Object user(String name) {
    return properties.get(name);
  }

  @Override
  public UUID newId() {
    return NEW_ID;
  }
}
