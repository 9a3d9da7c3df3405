package io.twinbus.proving.bench;

import java.util.Locale;

/** How figures are printed: with about three digits that say something. */
final class Figures {

  private static final double HUNDRED = 100;
  private static final double TEN = 10;

  private Figures() {}

  static String text(double value) {
    double size = Math.abs(value);
    if (size == 0 || size >= HUNDRED) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, size >= TEN ? "%.1f" : "%.2f", value);
  }
}
