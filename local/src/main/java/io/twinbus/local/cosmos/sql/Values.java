package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.function.DoubleUnaryOperator;

/** Values as expressions make them. */
final class Values {
  /** Beyond it a double no longer holds every whole number. */
  private static final double MAX_WHOLE = 1L << 53;

  private Values() {}

  static JsonNode undefined() {
    return MissingNode.getInstance();
  }

  static JsonNode of(boolean value) {
    return BooleanNode.valueOf(value);
  }

  static JsonNode of(String value) {
    return TextNode.valueOf(value);
  }

  /** A number; whole ones are shown without a point, and what is no number is undefined. */
  static JsonNode of(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return undefined();
    }
    return value == Math.rint(value) && Math.abs(value) < MAX_WHOLE
        ? of((long) value)
        : DoubleNode.valueOf(value);
  }

  static JsonNode of(long value) {
    return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
  }

  /** The result for a number; undefined for anything else. */
  static JsonNode ofNumber(JsonNode node, DoubleUnaryOperator operation) {
    return node.isNumber() ? of(operation.applyAsDouble(node.doubleValue())) : undefined();
  }

  static boolean isTrue(JsonNode node) {
    return BooleanNode.TRUE.equals(node);
  }

  /** Equal for values that a query takes as equal, as a key of a map. */
  static Object key(JsonNode node) {
    ValueType type = ValueType.of(node);
    Object scalar = Filter.indexed(node);
    if (scalar != null) {
      return scalar;
    }
    return type == ValueType.UNDEFINED ? type : node.toString();
  }

  static boolean areEqual(JsonNode left, JsonNode right) {
    return left.equals(ValueOrder::compare, right);
  }
}
