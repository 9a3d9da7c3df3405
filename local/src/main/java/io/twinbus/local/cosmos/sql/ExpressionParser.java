package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads expressions by the precedence of their operators. Not thread-safe. */
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
  private final Names names;
  private final Supplier<Select> selects;
  private int depth;
  private int operators;

  /** Reads from the tokens; a select within an expression is read by the supplier. */
  ExpressionParser(TokenReader tokens, Names names, Supplier<Select> selects) {
    this.tokens = tokens;
    this.names = names;
    this.selects = selects;
  }

  Expression expression() {
    if (++depth > MAX_DEPTH) {
      throw new SqlException("The query nests deeper than " + MAX_DEPTH + " levels.");
    }
    Expression test = operation(Infix.LOOSEST);
    if (tokens.takeSymbol("?")) {
      Expression then = expression();
      tokens.expectSymbol(":");
      test = new Expression.Conditional(test, then, expression());
    }
    depth--;
    return test;
  }

  /** Operands and the operators between them that bind at least so tightly. */
  private Expression operation(int loosest) {
    Expression left = prefixed();
    while (true) {
      Infix infix = Infix.at(tokens.peek());
      if (infix != null && infix.precedence() >= loosest) {
        tokens.take();
        if (infix.isCounted() && ++operators > MAX_OPERATORS) {
          // Evaluation goes as deep as there are operators.
          throw new SqlException("The query has more than " + MAX_OPERATORS + " operators.");
        }
        left = infix.make().apply(left, operation(infix.precedence() + 1));
        continue;
      }
      Expression tested = infix == null && loosest <= Infix.COMPARISON ? tested(left) : null;
      if (tested == null) {
        return left;
      }
      left = tested;
    }
  }

  private Expression prefixed() {
    boolean negated = false;
    boolean any = false;
    while (tokens.takeWord("NOT")) {
      negated = !negated;
      any = true;
    }
    if (!any) {
      return signed();
    }
    Expression operand = operation(Infix.NEGATED);
    return negated ? new Expression.Not(operand) : operand;
  }

  /** A value that operators and a condition may not follow, such as the bound of a window. */
  Expression signed() {
    if (tokens.takeSymbol("-")) {
      return tokens.peek().kind() == Token.Kind.NUMBER
          ? new Expression.Literal(number("-" + tokens.take().text()))
          : new Expression.Calculation(
              Operator.MINUS, new Expression.Literal(IntNode.valueOf(0)), nested());
    }
    if (tokens.takeSymbol("~")) {
      return new Expression.Calculation(
          Operator.BIT_XOR, new Expression.Literal(IntNode.valueOf(-1)), nested());
    }
    return tokens.takeSymbol("+") ? nested() : primary();
  }

  /** What a sign stands before; signs in a row nest. */
  private Expression nested() {
    if (++depth > MAX_DEPTH) {
      throw new SqlException("The query nests deeper than " + MAX_DEPTH + " levels.");
    }
    Expression operand = signed();
    depth--;
    return operand;
  }

  /** IN, BETWEEN and LIKE behind what they test; null where none of them stands. */
  private @Nullable Expression tested(Expression left) {
    boolean negated = tokens.takeWord("NOT");
    Expression test = test(left);
    if (test == null && negated) {
      throw tokens.unexpected("IN, BETWEEN or LIKE");
    }
    return test != null && negated ? new Expression.Not(test) : test;
  }

  private @Nullable Expression test(Expression left) {
    if (tokens.takeWord("IN")) {
      tokens.expectSymbol("(");
      return new Expression.In(left, list(")"));
    }
    if (tokens.takeWord("BETWEEN")) {
      Expression low = operation(Infix.COMPARISON + 1);
      tokens.expectWord("AND");
      return new Expression.And(
          new Expression.Compare(Comparison.GREATER_OR_EQUAL, left, low),
          new Expression.Compare(Comparison.LESS_OR_EQUAL, left, operation(Infix.COMPARISON + 1)));
    }
    if (tokens.takeWord("LIKE")) {
      Expression pattern = operation(Infix.COMPARISON + 1);
      String escape = tokens.takeWord("ESCAPE") ? tokens.expect(Token.Kind.STRING) : "";
      return new Expression.Like(left, pattern, escape);
    }
    return null;
  }

  /** Expressions between commas, up to and with the closing symbol. */
  private List<Expression> list(String end) {
    List<Expression> expressions = new ArrayList<>();
    if (tokens.takeSymbol(end)) {
      return expressions;
    }
    do {
      expressions.add(expression());
    } while (tokens.takeSymbol(","));
    tokens.expectSymbol(end);
    return expressions;
  }

  private Expression primary() {
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
    if (tokens.takeSymbol("[")) {
      return new Expression.ArrayOf(list("]"));
    }
    if (tokens.takeSymbol("{")) {
      return object();
    }
    if (!tokens.takeSymbol("(")) {
      throw tokens.unexpected("a value");
    }
    if (tokens.peek().isWord("SELECT")) {
      return subselect(Expression.Subselect.Kind.SCALAR);
    }
    Expression inner = expression();
    tokens.expectSymbol(")");
    return inner;
  }

  private Expression object() {
    List<Projection.Field> fields = new ArrayList<>();
    if (tokens.takeSymbol("}")) {
      return new Expression.ObjectOf(List.of());
    }
    do {
      boolean quoted = tokens.peek().kind() == Token.Kind.STRING;
      String name = tokens.expect(quoted ? Token.Kind.STRING : Token.Kind.WORD);
      tokens.expectSymbol(":");
      fields.add(new Projection.Field(name, expression()));
    } while (tokens.takeSymbol(","));
    tokens.expectSymbol("}");
    return new Expression.ObjectOf(List.copyOf(fields));
  }

  /** A select whose opening parenthesis is taken. */
  Expression subselect(Expression.Subselect.Kind kind) {
    if (++depth > MAX_DEPTH) {
      throw new SqlException("The query nests deeper than " + MAX_DEPTH + " levels.");
    }
    Expression select = new Expression.Subselect(kind, selects.get());
    tokens.expectSymbol(")");
    depth--;
    return select;
  }

  private Expression word() {
    Token name = tokens.peek();
    if (name.isWord("EXISTS")) {
      tokens.take();
      tokens.expectSymbol("(");
      return subselect(Expression.Subselect.Kind.EXISTS);
    }
    if (Keywords.isOne(name)) {
      throw tokens.unexpected("a value");
    }
    JsonNode constant = CONSTANTS.get(name.text().toLowerCase(Locale.ROOT));
    if (constant != null) {
      tokens.take();
      return new Expression.Literal(constant);
    }
    Expression.Path path = path();
    if (!tokens.takeSymbol("(")) {
      return path;
    }
    if (name.isWord("udf")) {
      throw new SqlException(Query.NO_USER_DEFINED_FUNCTIONS);
    }
    names.isNoUse(name);
    return call(name.text());
  }

  private Expression call(String name) {
    if (name.equalsIgnoreCase("ARRAY") && tokens.peek().isWord("SELECT")) {
      return subselect(Expression.Subselect.Kind.ARRAY);
    }
    List<Expression> arguments = list(")");
    Aggregate aggregate = Aggregate.named(name);
    if (aggregate == null) {
      return new Expression.Call(Function.named(name, arguments.size()), arguments);
    }
    if (arguments.size() != 1) {
      throw new SqlException(aggregate + " does not take " + arguments.size() + " arguments.");
    }
    return new Expression.Aggregated(aggregate, arguments.get(0));
  }

  /** A name and the steps from it. */
  Expression.Path path() {
    Token name = tokens.peek();
    String source = tokens.expect(Token.Kind.WORD);
    names.use(name);
    return new Expression.Path(source, steps());
  }

  /** The steps behind a name: {@code .a["b"][0]}. */
  List<String> steps() {
    List<String> steps = new ArrayList<>();
    boolean more = true;
    while (more) {
      if (tokens.takeSymbol(".")) {
        steps.add(tokens.expect(Token.Kind.WORD));
      } else if (tokens.takeSymbol("[")) {
        boolean index = tokens.peek().kind() == Token.Kind.NUMBER;
        steps.add(tokens.expect(index ? Token.Kind.NUMBER : Token.Kind.STRING));
        tokens.expectSymbol("]");
      } else {
        more = false;
      }
    }
    return List.copyOf(steps);
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
        ? Values.of(value.longValue())
        : JsonNodeFactory.instance.numberNode(value);
  }
}
