package io.twinbus.local.servicebus.faults;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a fault strikes. Immutable.
 *
 * @param entity the path of a queue, topic or subscription, in any case; null: everywhere
 * @param session one session; null: all
 */
public record Target(@Nullable String entity, @Nullable String session) {
  /** Everywhere. */
  public static final Target ANYTHING = new Target(null, null);

  public Target {
    entity = entity == null ? null : entity.toLowerCase(Locale.ROOT);
  }

  /** Whether this is within it. */
  public boolean holds(@Nullable String where, @Nullable String whose) {
    return (entity == null || (where != null && entity.equals(where.toLowerCase(Locale.ROOT))))
        && (session == null || session.equals(whose));
  }
}
