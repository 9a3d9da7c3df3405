package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a whole query or condition, or a select within it. Not thread-safe. */
final class QueryParser {
  private static final Expression TRUE = new Expression.Literal(BooleanNode.TRUE);
  private static final int MAX_JOINS = 5;

  private final TokenReader tokens;
  private final Names names = new Names();
  private final ExpressionParser expressions;

  QueryParser(String text) {
    this.tokens = new TokenReader(text);
    this.expressions = new ExpressionParser(tokens, names, this::subselect);
  }

  Query query() {
    Parsed parsed = select(/* outermost= */ true);
    tokens.expectEnd();
    names.requireNoneLeft();
    return new Query(parsed.document(), parsed.select());
  }

  Condition condition() {
    List<Source> sources = new ArrayList<>();
    String document = from(sources);
    Expression where = where();
    tokens.expectEnd();
    if (!sources.isEmpty()) {
      throw new SqlException("A condition has FROM with one name and nothing else.");
    }
    names.bind(0, Set.of(document));
    names.requireNoneLeft();
    return new Condition(document, where);
  }

  private Select subselect() {
    return select(/* outermost= */ false).select();
  }

  private Parsed select(boolean outermost) {
    int mark = names.mark();
    tokens.expectWord("SELECT");
    boolean distinct = tokens.takeWord("DISTINCT");
    Expression top = tokens.takeWord("TOP") ? expressions.signed() : null;
    List<Projection.Field> fields = new ArrayList<>();
    boolean whole = tokens.takeSymbol("*");
    boolean value = !whole && tokens.takeWord("VALUE");
    Expression single = value ? expressions.expression() : null;
    if (!whole && single == null) {
      fields(fields);
    }
    List<Source> sources = new ArrayList<>();
    String document = from(sources);
    while (tokens.takeWord("JOIN")) {
      sources.add(join());
    }
    if (sources.size() > MAX_JOINS + 1) {
      throw new SqlException("A query has at most " + MAX_JOINS + " JOINs.");
    }
    Expression where = where();
    List<Expression> groupBy = groupBy();
    Select.Order order = tokens.takeWord("ORDER") ? order(document) : Select.Order.NONE;
    Window window = window(top);
    Projection projection = projection(single, whole ? document : null, fields);
    Set<String> explained = new HashSet<>();
    sources.forEach(source -> explained.add(source.name()));
    if (outermost) {
      explained.add(document);
    }
    names.bind(mark, explained);
    Select select = new Select(projection, distinct, sources, where, groupBy, order, window);
    SelectRules.require(select, outermost);
    return new Parsed(document, select);
  }

  private static Projection projection(
      @Nullable Expression value, @Nullable String whole, List<Projection.Field> fields) {
    if (value != null) {
      return new Projection.Value(value);
    }
    return whole != null ? new Projection.Whole(whole) : new Projection.Fields(List.copyOf(fields));
  }

  private void fields(List<Projection.Field> fields) {
    do {
      Expression expression = expressions.expression();
      String name = tokens.takeWord("AS") ? tokens.expect(Token.Kind.WORD) : null;
      fields.add(
          new Projection.Field(name == null ? impliedName(expression, fields) : name, expression));
    } while (tokens.takeSymbol(","));
  }

  private static String impliedName(Expression expression, List<Projection.Field> before) {
    if (expression instanceof Expression.Path path) {
      int steps = path.steps().size();
      String last = steps == 0 ? path.source() : path.steps().get(steps - 1);
      if (!Expression.Path.isIndex(last)) {
        return last;
      }
    }
    return "$" + (before.size() + 1);
  }

  /**
   * Reads FROM; what it names beside the document goes to the sources.
   *
   * <p>In {@code c}, {@code root c} and {@code root AS c} the document is c; in {@code t IN c.tags}
   * and {@code c.tags t} it is c, too, and t stands beside it.
   */
  private String from(List<Source> sources) {
    tokens.expectWord("FROM");
    if (tokens.peek().isSymbol("(")) {
      throw new SqlException("FROM takes a container here, no select: put the select into a JOIN.");
    }
    Token first = tokens.peek();
    String name = tokens.expect(Token.Kind.WORD);
    if (tokens.takeWord("IN")) {
      Expression.Path items = expressions.path();
      sources.add(new Source(name, items, /* each= */ true));
      return items.source();
    }
    List<String> steps = expressions.steps();
    String alias = alias();
    if (steps.isEmpty()) {
      return alias == null ? name : alias;
    }
    names.use(first);
    String last = steps.get(steps.size() - 1);
    sources.add(
        new Source(
            alias == null ? last : alias, new Expression.Path(name, steps), /* each= */ false));
    return name;
  }

  private Source join() {
    if (tokens.takeSymbol("(")) {
      Expression items = expressions.subselect(Expression.Subselect.Kind.ARRAY);
      String alias = alias();
      if (alias == null) {
        throw tokens.unexpected("a name for the select");
      }
      return new Source(alias, items, /* each= */ true);
    }
    String name = tokens.expect(Token.Kind.WORD);
    tokens.expectWord("IN");
    return tokens.takeSymbol("(")
        ? new Source(name, expressions.subselect(Expression.Subselect.Kind.ARRAY), /* each= */ true)
        : new Source(name, expressions.path(), /* each= */ true);
  }

  private @Nullable String alias() {
    boolean named = tokens.takeWord("AS");
    return named || (tokens.peek().kind() == Token.Kind.WORD && !Keywords.isOne(tokens.peek()))
        ? tokens.expect(Token.Kind.WORD)
        : null;
  }

  private Expression where() {
    return tokens.takeWord("WHERE") ? expressions.expression() : TRUE;
  }

  private List<Expression> groupBy() {
    List<Expression> groupBy = new ArrayList<>();
    if (tokens.takeWord("GROUP")) {
      tokens.expectWord("BY");
      do {
        groupBy.add(expressions.expression());
      } while (tokens.takeSymbol(","));
    }
    return List.copyOf(groupBy);
  }

  private Select.Order order(String document) {
    tokens.expectWord("BY");
    List<Select.Order.Key> keys = new ArrayList<>();
    do {
      if (!tokens.peek().text().equals(document)) {
        throw tokens.unexpected("a property of " + document);
      }
      Expression.Path path = expressions.path();
      boolean descending = tokens.takeWord("DESC");
      if (!descending) {
        tokens.takeWord("ASC");
      }
      keys.add(new Select.Order.Key(path, descending));
    } while (tokens.takeSymbol(","));
    return new Select.Order(List.copyOf(keys));
  }

  private Window window(@Nullable Expression top) {
    if (!tokens.takeWord("OFFSET")) {
      return top == null ? Window.ALL : new Window(null, top);
    }
    if (top != null) {
      throw new SqlException("A query has TOP or OFFSET and LIMIT, not both.");
    }
    Expression offset = expressions.signed();
    tokens.expectWord("LIMIT");
    return new Window(offset, expressions.signed());
  }

  private record Parsed(String document, Select select) {}
}
