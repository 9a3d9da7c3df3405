package io.twinbus.local.cosmos.sql;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** The operators between two operands, by how tightly they bind. */
record Infix(int precedence, BinaryOperator<Expression> make) {
  static final int LOOSEST = 1;

  /** The operand of NOT: a comparison. */
  static final int NEGATED = 4;

  /** Comparisons, and IN, BETWEEN and LIKE. */
  static final int COMPARISON = 5;

  private static final Map<String, Infix> BY_TEXT = new HashMap<>();

  static {
    calculation("??", LOOSEST, Operator.COALESCE);
    BY_TEXT.put("OR", new Infix(2, Expression.Or::new));
    BY_TEXT.put("AND", new Infix(3, Expression.And::new));
    for (String symbol : Comparison.symbols()) {
      Comparison comparison = Comparison.bySymbol(symbol);
      BY_TEXT.put(
          symbol,
          new Infix(COMPARISON, (left, right) -> new Expression.Compare(comparison, left, right)));
    }
    calculation("|", 6, Operator.BIT_OR);
    calculation("^", 7, Operator.BIT_XOR);
    calculation("&", 8, Operator.BIT_AND);
    calculation("||", 9, Operator.CONCAT);
    calculation("+", 9, Operator.PLUS);
    calculation("-", 9, Operator.MINUS);
    calculation("*", 10, Operator.TIMES);
    calculation("/", 10, Operator.DIVIDED);
    calculation("%", 10, Operator.REMAINDER);
  }

  private static void calculation(String symbol, int precedence, Operator operator) {
    BY_TEXT.put(
        symbol,
        new Infix(precedence, (left, right) -> new Expression.Calculation(operator, left, right)));
  }

  /** The operator that a token is; null if it is none. */
  static @Nullable Infix at(Token token) {
    return switch (token.kind()) {
      case SYMBOL -> BY_TEXT.get(token.text());
      case WORD -> BY_TEXT.get(token.text().toUpperCase(Locale.ROOT));
      default -> null;
    };
  }

  /** Whether it is one of those that a query may have many of, and evaluation goes as deep. */
  boolean isCounted() {
    return precedence != COMPARISON;
  }
}
