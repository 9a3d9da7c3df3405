package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Functions of numbers. */
final class NumberFunctions {
  private static final int MAX_DIGITS = 15;

  private NumberFunctions() {}

  static List<Function> all() {
    return List.of(
        one("ABS", Math::abs),
        one("ACOS", Math::acos),
        one("ASIN", Math::asin),
        one("ATAN", Math::atan),
        two("ATN2", Math::atan2),
        one("CEILING", Math::ceil),
        one("COS", Math::cos),
        one("COT", angle -> 1 / Math.tan(angle)),
        one("DEGREES", Math::toDegrees),
        one("EXP", Math::exp),
        one("FLOOR", Math::floor),
        new Function("LOG", 1, 2, NumberFunctions::log),
        one("LOG10", Math::log10),
        Function.of("PI", 0, none -> Values.of(Math.PI)),
        two("POWER", Math::pow),
        one("RADIANS", Math::toRadians),
        new Function("ROUND", 1, 2, NumberFunctions::round),
        one("SIGN", Math::signum),
        one("SIN", Math::sin),
        one("SQRT", Math::sqrt),
        one("SQUARE", number -> number * number),
        one("TAN", Math::tan),
        one("TRUNC", number -> number < 0 ? Math.ceil(number) : Math.floor(number)));
  }

  private static Function one(String name, DoubleUnaryOperator operation) {
    return Function.of(name, 1, arguments -> Values.ofNumber(arguments.get(0), operation));
  }

  private static Function two(String name, DoubleBinaryOperator operation) {
    return Function.of(name, 2, arguments -> both(arguments, operation));
  }

  private static JsonNode both(List<JsonNode> arguments, DoubleBinaryOperator operation) {
    JsonNode second = arguments.get(1);
    return second.isNumber()
        ? Values.ofNumber(
            arguments.get(0), first -> operation.applyAsDouble(first, second.doubleValue()))
        : Values.undefined();
  }

  private static JsonNode log(List<JsonNode> arguments) {
    return arguments.size() == 1
        ? Values.ofNumber(arguments.get(0), Math::log)
        : both(arguments, (number, base) -> Math.log(number) / Math.log(base));
  }

  /** Halves go away from zero. */
  private static JsonNode round(List<JsonNode> arguments) {
    JsonNode digits = arguments.size() == 1 ? Values.of(0) : arguments.get(1);
    if (!digits.isInt() || digits.intValue() < 0 || digits.intValue() > MAX_DIGITS) {
      return Values.undefined();
    }
    return Values.ofNumber(
        arguments.get(0),
        number ->
            BigDecimal.valueOf(number)
                .setScale(digits.intValue(), RoundingMode.HALF_UP)
                .doubleValue());
  }
}
