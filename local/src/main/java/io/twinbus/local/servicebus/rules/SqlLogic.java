package io.twinbus.local.servicebus.rules;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The logic of three values: true, false, and unknown as null. */
final class SqlLogic {
  private SqlLogic() {}

  static SqlExpression and(SqlExpression left, SqlExpression right) {
    return message -> {
      Object one = left.value(message);
      if (Boolean.FALSE.equals(one)) {
        return false;
      }
      Object other = right.value(message);
      return Boolean.FALSE.equals(other) ? Boolean.FALSE : both(one, other);
    };
  }

  static SqlExpression or(SqlExpression left, SqlExpression right) {
    return message -> {
      Object one = left.value(message);
      if (Boolean.TRUE.equals(one)) {
        return true;
      }
      Object other = right.value(message);
      if (Boolean.TRUE.equals(other)) {
        return true;
      }
      boolean known = one instanceof Boolean && other instanceof Boolean;
      return known ? Boolean.FALSE : null;
    };
  }

  static SqlExpression not(SqlExpression condition) {
    return message -> condition.value(message) instanceof Boolean truth ? !truth : null;
  }

  static SqlExpression in(SqlExpression left, List<SqlExpression> choices) {
    return message -> {
      Object value = left.value(message);
      return value == null
          ? null
          : choices.stream().anyMatch(each -> SqlValues.same(value, each.value(message)));
    };
  }

  static SqlExpression like(SqlExpression left, SqlExpression pattern, @Nullable Character escape) {
    return message ->
        left.value(message) instanceof String text && pattern.value(message) instanceof String like
            ? regex(like, escape).matcher(text).matches()
            : null;
  }

  private static @Nullable Boolean both(@Nullable Object one, @Nullable Object other) {
    boolean both = Boolean.TRUE.equals(one) && Boolean.TRUE.equals(other);
    return both ? Boolean.TRUE : null;
  }

  /** In a pattern {@code %} stands for any text and {@code _} for any character. */
  private static Pattern regex(String like, @Nullable Character escape) {
    StringBuilder regex = new StringBuilder();
    boolean escaped = false;
    for (int at = 0; at < like.length(); at++) {
      char each = like.charAt(at);
      if (!escaped && escape != null && each == escape) {
        escaped = true;
        continue;
      }
      if (!escaped && each == '%') {
        regex.append(".*");
      } else if (!escaped && each == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(each)));
      }
      escaped = false;
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
