package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A name that FROM or JOIN gives, and what it names. Immutable.
 *
 * @param each whether it names each element of an array in turn, and not the value itself
 */
record Source(String name, Expression items, boolean each) {
  /** The values that it names; none where there is no value, or no array to take them from. */
  Iterable<JsonNode> values(Scope scope) {
    JsonNode value = items.value(scope);
    if (each) {
      return value.isArray() ? value : List.of();
    }
    return value.isMissingNode() ? List.of() : List.of(value);
  }
}
