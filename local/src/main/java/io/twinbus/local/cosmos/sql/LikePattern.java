package io.twinbus.local.cosmos.sql;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The form of a text that LIKE looks for: {@code %} any text, {@code _} one character, {@code
 * [a-c]} and {@code [^a-c]} one of a set or none of it.
 */
final class LikePattern {
  private LikePattern() {}

  /** The form as a regular expression; the character after the escape stands for itself. */
  static Pattern compile(String form, String escape) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < form.length(); i++) {
      char c = form.charAt(i);
      int setEnd = c == '[' ? form.indexOf(']', i) : -1;
      if (!escape.isEmpty() && c == escape.charAt(0) && i + 1 < form.length()) {
        regex.append(Pattern.quote(form.substring(++i, i + 1)));
      } else if (setEnd > i + 1) {
        regex.append('[').append(form.substring(i + 1, setEnd).replace("\\", "\\\\")).append(']');
        i = setEnd;
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    try {
      return Pattern.compile(regex.toString(), Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw new SqlException("LIKE cannot read the pattern '" + form + "'.");
    }
  }
}
