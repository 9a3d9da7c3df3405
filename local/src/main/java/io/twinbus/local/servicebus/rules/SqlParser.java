package io.twinbus.local.servicebus.rules;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads conditions and values by recursive descent, the loosest binding first: {@code OR}, {@code
 * AND}, {@code NOT}, one comparison, {@code + -}, {@code * / %}, a value.
 */
final class SqlParser {
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
  private static final int MAX_DEPTH = 100;

  private final SqlCursor cursor;
  private final Map<String, Object> parameters;
  private final boolean conditions;
  private int depth;

  private SqlParser(SqlCursor cursor, Map<String, Object> parameters, boolean conditions) {
    this.cursor = cursor;
    this.parameters = parameters;
    this.conditions = conditions;
  }

  /** For a filter, in which conditions stand also between parentheses. */
  static SqlParser ofConditions(SqlCursor cursor, Map<String, Object> parameters) {
    return new SqlParser(cursor, parameters, true);
  }

  /** For an action, which has values and no conditions. */
  static SqlParser ofValues(SqlCursor cursor, Map<String, Object> parameters) {
    return new SqlParser(cursor, parameters, false);
  }

  /** A condition up to the end. */
  SqlExpression condition() {
    SqlExpression condition = or();
    if (!cursor.atEnd()) {
      throw cursor.mistake("'" + cursor.peek().text() + "' is not understood");
    }
    return condition;
  }

  /** A value as far as it goes. */
  SqlExpression expression() {
    return sum();
  }

  /** The name of a property. */
  SqlProperty property() {
    SqlToken token = cursor.take();
    if (token.kind() == SqlToken.Kind.WORD) {
      return named(token);
    }
    if (token.kind() != SqlToken.Kind.NAME) {
      throw cursor.mistakeAt(token, "a property's name is missing");
    }
    return new SqlProperty(null, token.text());
  }

  private SqlExpression or() {
    SqlExpression left = and();
    while (cursor.accept("OR")) {
      left = SqlLogic.or(left, and());
    }
    return left;
  }

  private SqlExpression and() {
    SqlExpression left = not();
    while (cursor.accept("AND")) {
      left = SqlLogic.and(left, not());
    }
    return left;
  }

  private SqlExpression not() {
    int negations = 0;
    while (cursor.accept("NOT")) {
      negations++;
    }
    SqlExpression condition = comparison();
    return negations % 2 == 0 ? condition : SqlLogic.not(condition);
  }

  private SqlExpression comparison() {
    SqlExpression left = sum();
    if (cursor.peek().kind() == SqlToken.Kind.SIGN && COMPARISONS.contains(cursor.peek().text())) {
      String operator = cursor.take().text();
      SqlExpression right = sum();
      return message -> SqlValues.compare(operator, left.value(message), right.value(message));
    }
    if (cursor.accept("IS")) {
      boolean negated = cursor.accept("NOT");
      cursor.expect("NULL");
      return message -> (left.value(message) == null) != negated;
    }
    boolean negated = cursor.accept("NOT");
    if (cursor.accept("IN")) {
      return negated ? SqlLogic.not(in(left)) : in(left);
    }
    if (cursor.accept("LIKE")) {
      return negated ? SqlLogic.not(like(left)) : like(left);
    }
    if (negated) {
      throw cursor.mistake("IN or LIKE is missing after NOT");
    }
    return left;
  }

  private SqlExpression in(SqlExpression left) {
    cursor.expect("(");
    List<SqlExpression> choices = new ArrayList<>(List.of(sum()));
    while (cursor.accept(",")) {
      choices.add(sum());
    }
    cursor.expect(")");
    return SqlLogic.in(left, choices);
  }

  private SqlExpression like(SqlExpression left) {
    SqlExpression pattern = sum();
    if (!cursor.accept("ESCAPE")) {
      return SqlLogic.like(left, pattern, null);
    }
    SqlToken escape = cursor.take();
    if (escape.kind() != SqlToken.Kind.TEXT || escape.text().length() != 1) {
      throw cursor.mistake("ESCAPE needs one character in quotes");
    }
    return SqlLogic.like(left, pattern, escape.text().charAt(0));
  }

  private SqlExpression sum() {
    SqlExpression left = product();
    while (cursor.peek().is("+") || cursor.peek().is("-")) {
      left = calculation(left, cursor.take().text(), product());
    }
    return left;
  }

  private SqlExpression product() {
    SqlExpression left = value();
    while (cursor.peek().is("*") || cursor.peek().is("/") || cursor.peek().is("%")) {
      left = calculation(left, cursor.take().text(), value());
    }
    return left;
  }

  private static SqlExpression calculation(SqlExpression one, String sign, SqlExpression other) {
    return message -> SqlValues.calculate(sign, one.value(message), other.value(message));
  }

  private SqlExpression value() {
    if (++depth > MAX_DEPTH) {
      throw cursor.mistake("it is nested more than " + MAX_DEPTH + " levels deep");
    }
    SqlExpression value = nested();
    depth--;
    return value;
  }

  private SqlExpression nested() {
    if (cursor.accept("(")) {
      SqlExpression inner = conditions ? or() : sum();
      cursor.expect(")");
      return inner;
    }
    if (cursor.accept("-")) {
      return calculation(message -> BigDecimal.ZERO, "-", value());
    }
    if (cursor.accept("+")) {
      return value();
    }
    SqlToken token = cursor.take();
    return switch (token.kind()) {
      case TEXT -> message -> token.text();
      case NUMBER -> {
        BigDecimal number = new BigDecimal(token.text());
        yield message -> number;
      }
      case PARAMETER -> parameter(token.text());
      case WORD -> word(token);
      case NAME -> new SqlProperty(null, token.text());
      case SIGN, END -> throw cursor.mistakeAt(token, "a value is missing");
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
    return cursor.peek().is("(") ? function(token) : named(token);
  }

  private SqlExpression function(SqlToken name) {
    cursor.expect("(");
    if (name.is("NEWID")) {
      cursor.expect(")");
      return FilterView::newId;
    }
    boolean exists = conditions && name.is("EXISTS");
    if (!exists && !name.is("PROPERTY") && !name.is("P")) {
      throw cursor.mistakeAt(name, "the function " + name.text() + " is not emulated");
    }
    SqlExpression of = expression();
    cursor.expect(")");
    return exists
        ? message -> of.value(message) != null
        : message -> of.value(message) instanceof String named ? message.user(named) : null;
  }

  private SqlProperty named(SqlToken token) {
    if (!cursor.accept(".")) {
      return new SqlProperty(null, token.text());
    }
    SqlToken name = cursor.take();
    if (name.kind() != SqlToken.Kind.WORD && name.kind() != SqlToken.Kind.NAME) {
      throw cursor.mistakeAt(name, "a property's name is missing");
    }
    if (token.is("user")) {
      return new SqlProperty(null, name.text());
    }
    if (!token.is("sys")) {
      throw cursor.mistakeAt(token, "a property's scope is sys or user");
    }
    SystemProperty property = SystemProperty.named(name.text()).orElseThrow(() -> unknown(name));
    return new SqlProperty(property, name.text());
  }

  private InvalidRuleException unknown(SqlToken name) {
    return cursor.mistakeAt(
        name, "sys." + name.text() + " is not emulated, only " + SystemProperty.all() + " are");
  }

  private SqlExpression parameter(String name) {
    Object value = parameters.get(name);
    if (value == null) {
      throw cursor.mistake("the parameter " + name + " has no value");
    }
    return message -> value;
  }
}
