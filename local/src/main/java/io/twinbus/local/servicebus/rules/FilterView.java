package io.twinbus.local.servicebus.rules;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A message as filters see it. */
public interface FilterView {

  /** One of the properties that every message has; null: not set. */
  @Nullable String system(SystemProperty property);

  /** An application property, its name in any case; null: not there. */
  @Nullable Object user(String name);

  /** A new random id for each call, as {@code NEWID()} gives it. */
  UUID newId();
}
