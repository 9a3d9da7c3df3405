package io.twinbus.local.servicebus.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes a SQL text apart into its words and signs. */
final class SqlLexer {
  private static final Pattern NEXT =
      Pattern.compile(
          "\\s*(?:(?<number>\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)"
              + "|(?<text>'(?:[^']|'')*')"
              + "|(?<quoted>\"(?:[^\"]|\"\")+\")|(?<bracketed>\\[(?:[^\\]]|\\]\\])+\\])"
              + "|(?<parameter>@[A-Za-z_]\\w*)"
              + "|(?<word>[A-Za-z_]\\w*)"
              + "|(?<sign><>|!=|<=|>=|[=<>(),;.+*/%-]))");

  private SqlLexer() {}

  /** The words and signs, and the end. */
  static List<SqlToken> tokens(String kind, String expression) {
    String text = expression.stripTrailing();
    List<SqlToken> tokens = new ArrayList<>();
    Matcher matcher = NEXT.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw new InvalidRuleException(
            "The %s '%s' cannot be read from position %d on.".formatted(kind, expression, at + 1));
      }
      tokens.add(token(matcher));
      at = matcher.end();
    }
    tokens.add(new SqlToken(SqlToken.Kind.END, "", text.length() + 1));
    return tokens;
  }

  private static SqlToken token(Matcher matcher) {
    String number = matcher.group("number");
    if (number != null) {
      return new SqlToken(SqlToken.Kind.NUMBER, number, matcher.start("number") + 1);
    }
    String text = matcher.group("text");
    if (text != null) {
      return new SqlToken(SqlToken.Kind.TEXT, bare(text, "'"), matcher.start("text") + 1);
    }
    String quoted = matcher.group("quoted");
    if (quoted != null) {
      return new SqlToken(SqlToken.Kind.NAME, bare(quoted, "\""), matcher.start("quoted") + 1);
    }
    String bracketed = matcher.group("bracketed");
    if (bracketed != null) {
      return new SqlToken(SqlToken.Kind.NAME, bare(bracketed, "]"), matcher.start("bracketed") + 1);
    }
    String parameter = matcher.group("parameter");
    if (parameter != null) {
      return new SqlToken(SqlToken.Kind.PARAMETER, parameter, matcher.start("parameter") + 1);
    }
    String word = matcher.group("word");
    return word != null
        ? new SqlToken(SqlToken.Kind.WORD, word, matcher.start("word") + 1)
        : new SqlToken(SqlToken.Kind.SIGN, matcher.group("sign"), matcher.start("sign") + 1);
  }

  /** What stands between the quotes, in which a quote stands twice. */
  private static String bare(String quoted, String quote) {
    return quoted.substring(1, quoted.length() - 1).replace(quote + quote, quote);
  }
}
