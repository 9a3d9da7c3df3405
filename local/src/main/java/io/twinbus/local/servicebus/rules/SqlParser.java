package io.twinbus.local.servicebus.rules;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a SQL filter by recursive descent, the loosest binding first: {@code OR}, {@code AND},
 * {@code NOT}, one comparison, {@code + -}, {@code * / %}, a value.
 */
final class SqlParser {
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
  private static final int MAX_DEPTH = 100;

  private final String expression;
  private final Map<String, Object> parameters;
  private final List<SqlToken> tokens;
  private int next;
  private int depth;

  SqlParser(String expression, Map<String, Object> parameters) {
    this.expression = expression;
    this.parameters = parameters;
    this.tokens = SqlLexer.tokens(expression);
  }

  /** The whole of it. */
  SqlExpression condition() {
    SqlExpression condition = or();
    if (peek().kind() != SqlToken.Kind.END) {
      throw mistake("'" + peek().text() + "' is not understood");
    }
    return condition;
  }

  private SqlExpression or() {
    SqlExpression left = and();
    while (accept("OR")) {
      left = SqlLogic.or(left, and());
    }
    return left;
  }

  private SqlExpression and() {
    SqlExpression left = not();
    while (accept("AND")) {
      left = SqlLogic.and(left, not());
    }
    return left;
  }

  private SqlExpression not() {
    int negations = 0;
    while (accept("NOT")) {
      negations++;
    }
    SqlExpression condition = comparison();
    return negations % 2 == 0 ? condition : SqlLogic.not(condition);
  }

  private SqlExpression comparison() {
    SqlExpression left = sum();
    if (peek().kind() == SqlToken.Kind.SIGN && COMPARISONS.contains(peek().text())) {
      String operator = take().text();
      SqlExpression right = sum();
      return message -> SqlValues.compare(operator, left.value(message), right.value(message));
    }
    if (accept("IS")) {
      boolean negated = accept("NOT");
      expect("NULL");
      return message -> (left.value(message) == null) != negated;
    }
    boolean negated = accept("NOT");
    if (accept("IN")) {
      return negated ? SqlLogic.not(in(left)) : in(left);
    }
    if (accept("LIKE")) {
      return negated ? SqlLogic.not(like(left)) : like(left);
    }
    if (negated) {
      throw mistake("IN or LIKE is missing after NOT");
    }
    return left;
  }

  private SqlExpression in(SqlExpression left) {
    expect("(");
    List<SqlExpression> choices = new ArrayList<>(List.of(sum()));
    while (accept(",")) {
      choices.add(sum());
    }
    expect(")");
    return SqlLogic.in(left, choices);
  }

  private SqlExpression like(SqlExpression left) {
    SqlExpression pattern = sum();
    if (!accept("ESCAPE")) {
      return SqlLogic.like(left, pattern, null);
    }
    SqlToken escape = take();
    if (escape.kind() != SqlToken.Kind.TEXT || escape.text().length() != 1) {
      throw mistake("ESCAPE needs one character in quotes");
    }
    return SqlLogic.like(left, pattern, escape.text().charAt(0));
  }

  private SqlExpression sum() {
    SqlExpression left = product();
    while (peek().is("+") || peek().is("-")) {
      left = calculation(left, take().text(), product());
    }
    return left;
  }

  private SqlExpression product() {
    SqlExpression left = value();
    while (peek().is("*") || peek().is("/") || peek().is("%")) {
      left = calculation(left, take().text(), value());
    }
    return left;
  }

  private static SqlExpression calculation(SqlExpression one, String sign, SqlExpression other) {
    return message -> SqlValues.calculate(sign, one.value(message), other.value(message));
  }

  private SqlExpression value() {
    if (++depth > MAX_DEPTH) {
      throw mistake("it is nested more than " + MAX_DEPTH + " levels deep");
    }
    SqlExpression value = nested();
    depth--;
    return value;
  }

  private SqlExpression nested() {
    if (accept("(")) {
      SqlExpression inner = or();
      expect(")");
      return inner;
    }
    if (accept("-")) {
      return calculation(message -> BigDecimal.ZERO, "-", value());
    }
    if (accept("+")) {
      return value();
    }
    SqlToken token = take();
    return switch (token.kind()) {
      case TEXT -> message -> token.text();
      case NUMBER -> {
        BigDecimal number = new BigDecimal(token.text());
        yield message -> number;
      }
      case PARAMETER -> parameter(token.text());
      case WORD -> word(token);
      case NAME -> message -> message.user(token.text());
      case SIGN, END -> throw mistakeAt(token, "a value is missing");
    };
  }

  private SqlExpression word(SqlToken token) {
    if (token.is("TRUE") || token.is("FALSE")) {
      boolean truth = token.is("TRUE");
      return message -> truth;
    }
    if (token.is("NULL")) {
      return message -> null;
    }
    if (token.is("EXISTS")) {
      expect("(");
      SqlExpression property = value();
      expect(")");
      return message -> property.value(message) != null;
    }
    if (peek().is("(")) {
      throw mistakeAt(token, "the function " + token.text() + " is not emulated");
    }
    return accept(".") ? scoped(token) : message -> message.user(token.text());
  }

  private SqlExpression scoped(SqlToken scope) {
    SqlToken name = take();
    if (name.kind() != SqlToken.Kind.WORD && name.kind() != SqlToken.Kind.NAME) {
      throw mistakeAt(name, "a property's name is missing");
    }
    if (scope.is("user")) {
      return message -> message.user(name.text());
    }
    if (!scope.is("sys")) {
      throw mistakeAt(scope, "a property's scope is sys or user");
    }
    SystemProperty property =
        SystemProperty.named(name.text())
            .orElseThrow(
                () ->
                    mistakeAt(
                        name,
                        "sys."
                            + name.text()
                            + " is not emulated, only "
                            + SystemProperty.all()
                            + " are"));
    return message -> message.system(property);
  }

  private SqlExpression parameter(String name) {
    Object value = parameters.get(name);
    if (value == null) {
      throw mistake("the parameter " + name + " has no value");
    }
    return message -> value;
  }

  private SqlToken peek() {
    return tokens.get(next);
  }

  private SqlToken take() {
    SqlToken token = tokens.get(next);
    if (token.kind() != SqlToken.Kind.END) {
      next++;
    }
    return token;
  }

  private boolean accept(String wanted) {
    boolean there = peek().is(wanted);
    if (there) {
      next++;
    }
    return there;
  }

  private void expect(String wanted) {
    if (!accept(wanted)) {
      throw mistake(wanted + " is missing");
    }
  }

  private InvalidRuleException mistake(String what) {
    return mistakeAt(peek(), what);
  }

  private InvalidRuleException mistakeAt(SqlToken token, String what) {
    return new InvalidRuleException(
        "The SQL filter '%s' cannot be kept to: at position %d %s."
            .formatted(expression, token.at(), what));
  }
}
