package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Something that has a value where names have values; an undefined value is a {@link MissingNode}.
 *
 * <p>Logic has three values: true, false and undefined. Immutable and thread-safe.
 */
sealed interface Expression {
  JsonNode value(Scope scope);

  /** What it is made of. */
  default List<Expression> operands() {
    return List.of();
  }

  /** True only for the value true: undefined and other types are not. */
  default boolean holds(Scope scope) {
    return Values.isTrue(value(scope));
  }

  record Literal(JsonNode node) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      return node;
    }
  }

  record Parameter(String name) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      return scope.parameter(name);
    }
  }

  /** A property of what FROM has named; without steps that itself. */
  record Path(String source, List<String> steps) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      JsonNode node = scope.named(source);
      for (String step : steps) {
        node = node.isArray() ? element(node, step) : node.path(step);
      }
      return node;
    }

    private static JsonNode element(JsonNode array, String step) {
      return isIndex(step) ? array.path(Integer.parseInt(step)) : MissingNode.getInstance();
    }

    static boolean isIndex(String step) {
      return !step.isEmpty() && step.length() < 10 && step.chars().allMatch(Character::isDigit);
    }
  }

  record Not(Expression operand) implements Expression {
    @Override
    public List<Expression> operands() {
      return List.of(operand);
    }

    @Override
    public JsonNode value(Scope scope) {
      JsonNode node = operand.value(scope);
      return node.isBoolean() ? Values.of(!node.booleanValue()) : Values.undefined();
    }
  }

  record And(Expression left, Expression right) implements Expression {
    @Override
    public List<Expression> operands() {
      return List.of(left, right);
    }

    @Override
    public JsonNode value(Scope scope) {
      return Logic.dominated(BooleanNode.FALSE, left.value(scope), () -> right.value(scope));
    }
  }

  record Or(Expression left, Expression right) implements Expression {
    @Override
    public List<Expression> operands() {
      return List.of(left, right);
    }

    @Override
    public JsonNode value(Scope scope) {
      return Logic.dominated(BooleanNode.TRUE, left.value(scope), () -> right.value(scope));
    }
  }

  record Compare(Comparison comparison, Expression left, Expression right) implements Expression {
    @Override
    public List<Expression> operands() {
      return List.of(left, right);
    }

    @Override
    public JsonNode value(Scope scope) {
      return comparison.of(left.value(scope), right.value(scope));
    }
  }

  /** A sum, a product, joined texts and the like. */
  record Calculation(Operator operator, Expression left, Expression right) implements Expression {
    @Override
    public List<Expression> operands() {
      return List.of(left, right);
    }

    @Override
    public JsonNode value(Scope scope) {
      return operator.of(left.value(scope), right.value(scope));
    }
  }

  /** {@code test ? then : otherwise}. */
  record Conditional(Expression test, Expression then, Expression otherwise) implements Expression {
    @Override
    public List<Expression> operands() {
      return List.of(test, then, otherwise);
    }

    @Override
    public JsonNode value(Scope scope) {
      return (test.holds(scope) ? then : otherwise).value(scope);
    }
  }

  /** True if the operand equals one of the candidates. */
  record In(Expression operand, List<Expression> candidates) implements Expression {
    @Override
    public List<Expression> operands() {
      return Stream.concat(Stream.of(operand), candidates.stream()).toList();
    }

    @Override
    public JsonNode value(Scope scope) {
      JsonNode node = operand.value(scope);
      if (node.isMissingNode()) {
        return node;
      }
      return Values.of(
          candidates.stream()
              .anyMatch(
                  candidate -> Values.isTrue(Comparison.EQUAL.of(node, candidate.value(scope)))));
    }
  }

  /** True if the operand is a text of the pattern's form. */
  record Like(Expression operand, Expression pattern, String escape) implements Expression {
    @Override
    public List<Expression> operands() {
      return List.of(operand, pattern);
    }

    @Override
    public JsonNode value(Scope scope) {
      JsonNode text = operand.value(scope);
      JsonNode form = pattern.value(scope);
      if (!text.isTextual() || !form.isTextual()) {
        return Values.undefined();
      }
      Pattern regex = LikePattern.compile(form.textValue(), escape);
      return Values.of(regex.matcher(text.textValue()).matches());
    }
  }

  record Call(Function function, List<Expression> arguments) implements Expression {
    @Override
    public List<Expression> operands() {
      return arguments;
    }

    @Override
    public JsonNode value(Scope scope) {
      return function.of(arguments.stream().map(argument -> argument.value(scope)).toList());
    }
  }

  /** {@code [a, b]}, without what is undefined. */
  record ArrayOf(List<Expression> elements) implements Expression {
    @Override
    public List<Expression> operands() {
      return elements;
    }

    @Override
    public JsonNode value(Scope scope) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      elements.stream()
          .map(element -> element.value(scope))
          .filter(value -> !value.isMissingNode())
          .forEach(array::add);
      return array;
    }
  }

  /** {@code {"a": b}}, without the properties that are undefined. */
  record ObjectOf(List<Projection.Field> fields) implements Expression {
    @Override
    public List<Expression> operands() {
      return fields.stream().map(Projection.Field::expression).toList();
    }

    @Override
    public JsonNode value(Scope scope) {
      return Projection.Field.shown(fields, scope);
    }
  }

  /** An aggregate function over the rows of a group. */
  record Aggregated(Aggregate aggregate, Expression operand) implements Expression {
    @Override
    public List<Expression> operands() {
      return List.of(operand);
    }

    @Override
    public JsonNode value(Scope scope) {
      return aggregate.of(scope.group().stream().map(operand::value));
    }
  }

  /** A select within an expression, over what the names around it hold. */
  record Subselect(Kind kind, Select select) implements Expression {
    /** What becomes of its results. */
    enum Kind {
      /** The one result; undefined where there is none, or more than one. */
      SCALAR,
      /** All results. */
      ARRAY,
      /** Whether there is a result. */
      EXISTS
    }

    @Override
    public List<Expression> operands() {
      return select.expressions();
    }

    @Override
    public JsonNode value(Scope scope) {
      List<JsonNode> results = select.results(select.rows(scope), scope);
      return switch (kind) {
        case SCALAR -> results.size() == 1 ? results.get(0) : Values.undefined();
        case ARRAY -> JsonNodeFactory.instance.arrayNode().addAll(results);
        case EXISTS -> Values.of(!results.isEmpty());
      };
    }
  }
}
