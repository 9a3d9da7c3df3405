package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads expressions by recursive descent, loosest binding first. Not thread-safe. */
final class ExpressionParser {
  private static final int MAX_DEPTH = 200;
  private static final int MAX_OPERATORS = 1_000;
  private static final Map<String, JsonNode> CONSTANTS =
      Map.of(
          "true",
          BooleanNode.TRUE,
          "false",
          BooleanNode.FALSE,
          "null",
          NullNode.getInstance(),
          "undefined",
          MissingNode.getInstance());

  private final TokenReader tokens;
  private final String alias;
  private int depth;
  private int operators;

  ExpressionParser(TokenReader tokens, String alias) {
    this.tokens = tokens;
    this.alias = alias;
  }

  Expression expression() {
    if (++depth > MAX_DEPTH) {
      throw new SqlException("The query nests deeper than " + MAX_DEPTH + " levels.");
    }
    Expression left = conjunction();
    while (tokens.takeWord("OR")) {
      requireRoom();
      left = new Expression.Or(left, conjunction());
    }
    depth--;
    return left;
  }

  /** Evaluation goes as deep as there are operators. */
  private void requireRoom() {
    if (++operators > MAX_OPERATORS) {
      throw new SqlException("The query has more than " + MAX_OPERATORS + " ANDs and ORs.");
    }
  }

  private Expression conjunction() {
    Expression left = negation();
    while (tokens.takeWord("AND")) {
      requireRoom();
      left = new Expression.And(left, negation());
    }
    return left;
  }

  private Expression negation() {
    boolean negated = false;
    while (tokens.takeWord("NOT")) {
      negated = !negated;
    }
    Expression operand = comparison();
    return negated ? new Expression.Not(operand) : operand;
  }

  private Expression comparison() {
    Expression left = primary();
    Comparison comparison = Comparison.bySymbol(tokens.peek().text());
    if (comparison != null && tokens.peek().kind() == Token.Kind.SYMBOL) {
      tokens.take();
      return new Expression.Compare(comparison, left, primary());
    }
    if (tokens.takeWord("NOT")) {
      Expression found = membership(left);
      if (found == null) {
        throw tokens.unexpected("IN or BETWEEN");
      }
      return new Expression.Not(found);
    }
    Expression found = membership(left);
    return found == null ? left : found;
  }

  private @Nullable Expression membership(Expression left) {
    if (tokens.takeWord("IN")) {
      tokens.expectSymbol("(");
      return new Expression.In(left, list());
    }
    if (tokens.takeWord("BETWEEN")) {
      Expression low = primary();
      tokens.expectWord("AND");
      return new Expression.And(
          new Expression.Compare(Comparison.GREATER_OR_EQUAL, left, low),
          new Expression.Compare(Comparison.LESS_OR_EQUAL, left, primary()));
    }
    return null;
  }

  /** Expressions between commas, up to and with the closing parenthesis. */
  private List<Expression> list() {
    List<Expression> expressions = new ArrayList<>();
    if (tokens.takeSymbol(")")) {
      return expressions;
    }
    do {
      expressions.add(expression());
    } while (tokens.takeSymbol(","));
    tokens.expectSymbol(")");
    return expressions;
  }

  Expression primary() {
    Token token = tokens.peek();
    return switch (token.kind()) {
      case STRING -> new Expression.Literal(TextNode.valueOf(tokens.take().text()));
      case NUMBER -> new Expression.Literal(number(tokens.take().text()));
      case PARAMETER -> new Expression.Parameter(tokens.take().text());
      case WORD -> word();
      case SYMBOL -> symbol();
      case END -> throw tokens.unexpected("a value");
    };
  }

  private Expression symbol() {
    if (tokens.takeSymbol("-")) {
      return new Expression.Literal(number("-" + tokens.expect(Token.Kind.NUMBER)));
    }
    if (tokens.takeSymbol("(")) {
      Expression inner = expression();
      tokens.expectSymbol(")");
      return inner;
    }
    throw tokens.unexpected("a value");
  }

  private Expression word() {
    String text = tokens.peek().text();
    if (text.equals(alias)) {
      return path();
    }
    JsonNode constant = CONSTANTS.get(text.toLowerCase(Locale.ROOT));
    if (constant != null) {
      tokens.take();
      return new Expression.Literal(constant);
    }
    Token name = tokens.take();
    if (!tokens.takeSymbol("(")) {
      throw new SqlException(
          "'"
              + name.text()
              + "' at position "
              + name.position()
              + " is neither a value nor "
              + alias
              + ", what FROM names.");
    }
    List<Expression> arguments = list();
    return new Expression.Call(Function.named(name.text(), arguments.size()), arguments);
  }

  Expression.Path path() {
    if (!tokens.peek().isWord(alias)) {
      throw tokens.unexpected("a property of " + alias);
    }
    tokens.take();
    List<String> steps = new ArrayList<>();
    boolean more = true;
    while (more) {
      if (tokens.takeSymbol(".")) {
        steps.add(tokens.expect(Token.Kind.WORD));
      } else if (tokens.takeSymbol("[")) {
        steps.add(
            tokens.expect(
                tokens.peek().kind() == Token.Kind.NUMBER ? Token.Kind.NUMBER : Token.Kind.STRING));
        tokens.expectSymbol("]");
      } else {
        more = false;
      }
    }
    return new Expression.Path(List.copyOf(steps));
  }

  private static JsonNode number(String text) {
    try {
      return text.matches("-?\\d+")
          ? integer(new BigInteger(text))
          : JsonNodeFactory.instance.numberNode(new BigDecimal(text).doubleValue());
    } catch (NumberFormatException e) {
      throw new SqlException("'" + text + "' is no number.");
    }
  }

  private static JsonNode integer(BigInteger value) {
    return value.bitLength() < Long.SIZE
        ? JsonNodeFactory.instance.numberNode(value.longValue())
        : JsonNodeFactory.instance.numberNode(value);
  }
}
