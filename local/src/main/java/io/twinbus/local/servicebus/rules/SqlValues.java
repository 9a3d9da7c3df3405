package io.twinbus.local.servicebus.rules;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How values compare and calculate in filters; what is unknown stays unknown, as null. */
final class SqlValues {
  private SqlValues() {}

  /** Whether two values are equal; numbers are by their value, whatever their types. */
  static boolean same(@Nullable Object one, @Nullable Object other) {
    return Boolean.TRUE.equals(compare("=", one, other));
  }

  /** A comparison's outcome; null where an operand is unknown or they are of different kinds. */
  static @Nullable Boolean compare(String operator, @Nullable Object left, @Nullable Object right) {
    Optional<Integer> order = order(left, right);
    if (order.isEmpty()) {
      return null;
    }
    int sign = order.get();
    return switch (operator) {
      case "=" -> sign == 0;
      case "<>", "!=" -> sign != 0;
      case "<" -> sign < 0;
      case "<=" -> sign <= 0;
      case ">" -> sign > 0;
      default -> sign >= 0;
    };
  }

  /** Arithmetic on numbers, and + on texts; null where it cannot be done. */
  static @Nullable Object calculate(
      String operator, @Nullable Object left, @Nullable Object right) {
    if (operator.equals("+") && left instanceof String text && right instanceof String more) {
      return text + more;
    }
    BigDecimal one = number(left);
    BigDecimal other = number(right);
    if (one == null || other == null) {
      return null;
    }
    boolean byZero = other.signum() == 0;
    return switch (operator) {
      case "+" -> one.add(other);
      case "-" -> one.subtract(other);
      case "*" -> one.multiply(other);
      case "/" -> byZero ? null : one.divide(other, MathContext.DECIMAL64);
      default -> byZero ? null : one.remainder(other);
    };
  }

  /** A number by its value; null: it is none. */
  static @Nullable BigDecimal number(@Nullable Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? BigDecimal.valueOf(number) : null;
    }
    return value instanceof Number number ? new BigDecimal(number.toString()) : null;
  }

  private static Optional<Integer> order(@Nullable Object left, @Nullable Object right) {
    BigDecimal one = number(left);
    BigDecimal other = number(right);
    if (one != null && other != null) {
      return Optional.of(one.compareTo(other));
    }
    if (left instanceof String text && right instanceof String more) {
      return Optional.of(text.compareTo(more));
    }
    if (left instanceof Boolean truth && right instanceof Boolean more) {
      return Optional.of(Boolean.compare(truth, more));
    }
    // Of other kinds, such as times and GUIDs, only being equal is known.
    return left != null && left.equals(right) ? Optional.of(0) : Optional.empty();
  }
}
