package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition that every match of a query meets: the property at the path equals the value.
 *
 * @param path the names on the way to a scalar property, none of them an array's index
 * @param value as {@link #indexed} gives it
 */
public record Filter(List<String> path, Object value) {

  /**
   * A value as an index holds it; null if it is no scalar. Values that a query takes as equal give
   * equal ones here; the other way round a query still has to look.
   */
  public static @Nullable Object indexed(JsonNode node) {
    return switch (ValueType.of(node)) {
      case NULL -> ValueType.NULL;
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> node.doubleValue();
      case STRING -> node.textValue();
      default -> null;
    };
  }
}
