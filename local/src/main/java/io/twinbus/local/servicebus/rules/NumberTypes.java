package io.twinbus.local.servicebus.rules;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The types in which messages carry numbers. */
final class NumberTypes {
  private NumberTypes() {}

  /** A number in the type of another value, if it is exact there; else as a long or a double. */
  static Object of(BigDecimal number, @Nullable Object like) {
    try {
      if (like instanceof Integer) {
        return number.intValueExact();
      }
      if (like instanceof Short) {
        return number.shortValueExact();
      }
      if (like instanceof Byte) {
        return number.byteValueExact();
      }
      if (like instanceof Double || like instanceof Float) {
        return like instanceof Float ? (Object) number.floatValue() : number.doubleValue();
      }
      return number.longValueExact();
    } catch (ArithmeticException e) {
      return wide(number);
    }
  }

  private static Object wide(BigDecimal number) {
    boolean whole = number.stripTrailingZeros().scale() <= 0 && number.precision() < 19;
    return whole ? (Object) number.longValue() : number.doubleValue();
  }
}
