package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.node.BooleanNode;
import io.twinbus.local.cosmos.sql.Query.Order;
import io.twinbus.local.cosmos.sql.Query.Window;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a whole query or condition. Not thread-safe; one instance reads one text. */
final class QueryParser {
  private static final Expression TRUE = new Expression.Literal(BooleanNode.TRUE);

  private final TokenReader tokens;
  private final ExpressionParser expressions;

  QueryParser(String text) {
    this.tokens = new TokenReader(text);
    // The projection stands before FROM, yet its paths begin with the name that FROM gives.
    this.expressions = new ExpressionParser(tokens, alias(new TokenReader(text)));
  }

  Query query() {
    tokens.expectWord("SELECT");
    Expression top = tokens.takeWord("TOP") ? expressions.primary() : null;
    Projection projection = projection();
    from();
    Expression where = where();
    Order order = tokens.takeWord("ORDER") ? order() : null;
    Window window = window(top);
    tokens.expectEnd();
    return new Query(projection, where, order, window);
  }

  Condition condition() {
    from();
    Expression where = where();
    tokens.expectEnd();
    return new Condition(where);
  }

  private static String alias(TokenReader ahead) {
    while (!ahead.takeWord("FROM")) {
      if (ahead.take().kind() == Token.Kind.END) {
        throw new SqlException("The query has no FROM.");
      }
    }
    return fromName(ahead);
  }

  /** The last name after FROM: {@code c}, {@code root c} and {@code root AS c} all give c. */
  private static String fromName(TokenReader reader) {
    String name = reader.expect(Token.Kind.WORD);
    Token next = reader.peek();
    boolean named = reader.takeWord("AS");
    boolean clause =
        next.isWord("WHERE")
            || next.isWord("ORDER")
            || next.isWord("OFFSET")
            || next.isWord("JOIN")
            || next.isWord("GROUP");
    if (named || (next.kind() == Token.Kind.WORD && !clause && !next.isWord("IN"))) {
      name = reader.expect(Token.Kind.WORD);
    }
    return name;
  }

  private void from() {
    tokens.expectWord("FROM");
    fromName(tokens);
  }

  private Expression where() {
    return tokens.takeWord("WHERE") ? expressions.expression() : TRUE;
  }

  private Projection projection() {
    if (tokens.takeSymbol("*")) {
      return new Projection.Whole();
    }
    if (tokens.takeWord("VALUE")) {
      Expression counted = count();
      return counted != null
          ? new Projection.Count("", counted)
          : new Projection.Value(expressions.expression());
    }
    Expression counted = count();
    if (counted != null) {
      return new Projection.Count(name("$1"), counted);
    }
    List<Projection.Field> fields = new ArrayList<>();
    do {
      fields.add(field(fields.size() + 1));
    } while (tokens.takeSymbol(","));
    return new Projection.Fields(List.copyOf(fields));
  }

  private @Nullable Expression count() {
    if (!tokens.takeWord("COUNT")) {
      return null;
    }
    tokens.expectSymbol("(");
    Expression counted = expressions.expression();
    tokens.expectSymbol(")");
    return counted;
  }

  private Projection.Field field(int number) {
    String first = tokens.peek().text();
    Expression expression = expressions.expression();
    String implied = "$" + number;
    if (expression instanceof Expression.Path path) {
      implied = path.steps().isEmpty() ? first : path.name();
    }
    return new Projection.Field(name(implied), expression);
  }

  private String name(String implied) {
    return tokens.takeWord("AS") ? tokens.expect(Token.Kind.WORD) : implied;
  }

  private Order order() {
    tokens.expectWord("BY");
    Expression by = expressions.path();
    boolean descending = tokens.takeWord("DESC");
    if (!descending) {
      tokens.takeWord("ASC");
    }
    if (tokens.peek().isSymbol(",")) {
      throw new SqlException(
          "ORDER BY takes one property here: several need a composite index, which no container has.");
    }
    return new Order(by, descending);
  }

  private Window window(@Nullable Expression top) {
    if (!tokens.takeWord("OFFSET")) {
      return top == null ? Window.ALL : new Window(null, top);
    }
    if (top != null) {
      throw new SqlException("A query has TOP or OFFSET and LIMIT, not both.");
    }
    Expression offset = expressions.primary();
    tokens.expectWord("LIMIT");
    return new Window(offset, expressions.primary());
  }
}
