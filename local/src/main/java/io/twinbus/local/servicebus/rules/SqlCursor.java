package io.twinbus.local.servicebus.rules;

import java.util.List;

/** A place in a SQL text between its words and signs, which moves forward. Not thread-safe. */
final class SqlCursor {
  private final String kind;
  private final String text;
  private final List<SqlToken> tokens;
  private int next;

  /**
   * At the beginning of a text.
   *
   * @param kind what the text is in sentences, such as {@code SQL filter}
   */
  SqlCursor(String kind, String text) {
    this.kind = kind;
    this.text = text;
    this.tokens = SqlLexer.tokens(kind, text);
  }

  SqlToken peek() {
    return tokens.get(next);
  }

  /** The next token; the end is given again and again. */
  SqlToken take() {
    SqlToken token = peek();
    if (!atEnd()) {
      next++;
    }
    return token;
  }

  boolean atEnd() {
    return peek().kind() == SqlToken.Kind.END;
  }

  /** Goes past this keyword or sign, if it comes next. */
  boolean accept(String wanted) {
    boolean there = peek().is(wanted);
    if (there) {
      next++;
    }
    return there;
  }

  void expect(String wanted) {
    if (!accept(wanted)) {
      throw mistake(wanted + " is missing");
    }
  }

  InvalidRuleException mistake(String what) {
    return mistakeAt(peek(), what);
  }

  InvalidRuleException mistakeAt(SqlToken token, String what) {
    return new InvalidRuleException(
        "The %s '%s' cannot be kept to: at position %d %s."
            .formatted(kind, text, token.at(), what));
  }
}
