package io.twinbus.protocol.text;

/**
 * A text from outside, as a person or a log may read it: on one line, and unable to move the
 * cursor, end a log line or turn the direction of writing.
 *
 * <p>Each of these characters becomes its Java escape, such as {@code \}{@code u001B}: control
 * characters (C0, DEL, C1), the line and paragraph separators, the controls of bidirectional text
 * (the subject of CVE-2021-42574), the byte order mark, and a surrogate without its other half. All
 * other characters stay, in any script.
 *
 * <p>Stateless; thread-safe.
 */
public final class Printable {

  private Printable() {}

  /** {@code text} with each character that is not safe to print replaced by its escape. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isUnsafe(text, i)) {
        return escaped(text, i);
      }
    }
    return text;
  }

  /**
   * Whether {@code unit} is never safe to print. A surrogate is not judged here: whether it is safe
   * depends on its neighbour.
   */
  public static boolean isUnsafe(char unit) {
    return Character.isISOControl(unit)
        || unit == '\u061c'
        || unit == '\u200e'
        || unit == '\u200f'
        || (unit >= '\u2028' && unit <= '\u202e')
        || (unit >= '\u2066' && unit <= '\u2069')
        || unit == '\ufeff';
  }

  private static boolean isUnsafe(String text, int at) {
    char unit = text.charAt(at);
    return Character.isSurrogate(unit) ? isAlone(text, at) : isUnsafe(unit);
  }

  private static boolean isAlone(String text, int at) {
    char unit = text.charAt(at);
    return Character.isHighSurrogate(unit)
        ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
        : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
  }

  private static String escaped(String text, int from) {
    StringBuilder safe = new StringBuilder(text.length() + 16).append(text, 0, from);
    for (int i = from; i < text.length(); i++) {
      if (isUnsafe(text, i)) {
        safe.append("\\u%04X".formatted((int) text.charAt(i)));
      } else {
        safe.append(text.charAt(i));
      }
    }
    return safe.toString();
  }
}
