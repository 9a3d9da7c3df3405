package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;

/**
 * Something that has a value for a document; an undefined value is a {@link MissingNode}.
 *
 * <p>Logic has three values: true, false and undefined. Immutable and thread-safe.
 */
sealed interface Expression {
  JsonNode value(Scope scope);

  /** True only for the value true: undefined and other types are not. */
  default boolean holds(Scope scope) {
    return BooleanNode.TRUE.equals(value(scope));
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

  /** A property of the document; without steps the document itself. */
  record Path(List<String> steps) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      JsonNode node = scope.document();
      for (String step : steps) {
        node = node.isArray() ? element(node, step) : node.path(step);
      }
      return node;
    }

    private static JsonNode element(JsonNode array, String step) {
      boolean index =
          !step.isEmpty() && step.length() < 10 && step.chars().allMatch(Character::isDigit);
      return index ? array.path(Integer.parseInt(step)) : MissingNode.getInstance();
    }

    /** The name under which a projection shows this path. */
    String name() {
      return steps.isEmpty() ? "" : steps.get(steps.size() - 1);
    }
  }

  record Not(Expression operand) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      JsonNode node = operand.value(scope);
      return node.isBoolean()
          ? BooleanNode.valueOf(!node.booleanValue())
          : MissingNode.getInstance();
    }
  }

  record And(Expression left, Expression right) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      return Logic.dominated(BooleanNode.FALSE, left.value(scope), () -> right.value(scope));
    }
  }

  record Or(Expression left, Expression right) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      return Logic.dominated(BooleanNode.TRUE, left.value(scope), () -> right.value(scope));
    }
  }

  record Compare(Comparison comparison, Expression left, Expression right) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      return comparison.of(left.value(scope), right.value(scope));
    }
  }

  /** True if the operand equals one of the candidates. */
  record In(Expression operand, List<Expression> candidates) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      JsonNode node = operand.value(scope);
      boolean found =
          candidates.stream()
              .anyMatch(
                  candidate ->
                      BooleanNode.TRUE.equals(Comparison.EQUAL.of(node, candidate.value(scope))));
      return node.isMissingNode() ? node : BooleanNode.valueOf(found);
    }
  }

  record Call(Function function, List<Expression> arguments) implements Expression {
    @Override
    public JsonNode value(Scope scope) {
      return function.of(arguments.stream().map(argument -> argument.value(scope)).toList());
    }
  }
}
