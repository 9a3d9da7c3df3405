package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** What is calculated of two values; undefined for operands of a type that it does not take. */
enum Operator {
  PLUS,
  MINUS,
  TIMES,
  DIVIDED,
  REMAINDER,
  BIT_AND,
  BIT_OR,
  BIT_XOR,
  /** Two texts after each other. */
  CONCAT,
  /** The left value, or the right one where it is undefined. */
  COALESCE;

  JsonNode of(JsonNode left, JsonNode right) {
    return switch (this) {
      case PLUS -> numbers(left, right, Double::sum);
      case MINUS -> numbers(left, right, (a, b) -> a - b);
      case TIMES -> numbers(left, right, (a, b) -> a * b);
      case DIVIDED -> numbers(left, right, (a, b) -> a / b);
      case REMAINDER -> numbers(left, right, (a, b) -> a % b);
      case BIT_AND -> bits(left, right, (a, b) -> a & b);
      case BIT_OR -> bits(left, right, (a, b) -> a | b);
      case BIT_XOR -> bits(left, right, (a, b) -> a ^ b);
      case CONCAT ->
          left.isTextual() && right.isTextual()
              ? Values.of(left.textValue() + right.textValue())
              : Values.undefined();
      case COALESCE -> left.isMissingNode() ? right : left;
    };
  }

  private static JsonNode numbers(JsonNode left, JsonNode right, DoubleBinaryOperator operation) {
    return left.isNumber() && right.isNumber()
        ? Values.of(operation.applyAsDouble(left.doubleValue(), right.doubleValue()))
        : Values.undefined();
  }

  private static JsonNode bits(JsonNode left, JsonNode right, LongBinaryOperator operation) {
    return left.isIntegralNumber() && right.isIntegralNumber()
        ? Values.of(operation.applyAsLong(left.longValue(), right.longValue()))
        : Values.undefined();
  }
}
