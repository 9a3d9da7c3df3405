package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;

/** The total order of values: by type first, then by value; arrays and objects by their text. */
final class ValueOrder {
  private ValueOrder() {}

  static int compare(JsonNode left, JsonNode right) {
    ValueType type = ValueType.of(left);
    int byType = type.compareTo(ValueType.of(right));
    if (byType != 0) {
      return byType;
    }
    return switch (type) {
      case UNDEFINED, NULL -> 0;
      case BOOLEAN -> Boolean.compare(left.booleanValue(), right.booleanValue());
      case NUMBER -> numbers(left, right);
      case STRING -> left.textValue().compareTo(right.textValue());
      case ARRAY, OBJECT -> left.toString().compareTo(right.toString());
    };
  }

  private static int numbers(JsonNode left, JsonNode right) {
    boolean integral = left.isIntegralNumber() && right.isIntegralNumber();
    return integral
        ? left.bigIntegerValue().compareTo(right.bigIntegerValue())
        : Double.compare(left.doubleValue(), right.doubleValue());
  }
}
