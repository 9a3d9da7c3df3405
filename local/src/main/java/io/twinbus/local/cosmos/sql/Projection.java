package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What a query shows of a row or group. Immutable and thread-safe. */
sealed interface Projection {
  /** The result for one row; a missing node shows nothing. */
  JsonNode of(Scope scope);

  /** What it is made of. */
  List<Expression> expressions();

  /** {@code SELECT *}: the document under this name. */
  record Whole(String name) implements Projection {
    @Override
    public JsonNode of(Scope scope) {
      return scope.named(name);
    }

    @Override
    public List<Expression> expressions() {
      return List.of(new Expression.Path(name, List.of()));
    }
  }

  /** {@code SELECT VALUE expression}. */
  record Value(Expression expression) implements Projection {
    @Override
    public JsonNode of(Scope scope) {
      return expression.value(scope);
    }

    @Override
    public List<Expression> expressions() {
      return List.of(expression);
    }
  }

  /** {@code SELECT a, b AS c}: an object without the fields that are undefined. */
  record Fields(List<Field> fields) implements Projection {
    @Override
    public JsonNode of(Scope scope) {
      return Field.shown(fields, scope);
    }

    @Override
    public List<Expression> expressions() {
      return fields.stream().map(Field::expression).toList();
    }
  }

  /** One named expression of a projection or of an object. */
  record Field(String name, Expression expression) {
    static JsonNode shown(List<Field> fields, Scope scope) {
      ObjectNode shown = JsonNodeFactory.instance.objectNode();
      for (Field field : fields) {
        JsonNode value = field.expression().value(scope);
        if (!value.isMissingNode()) {
          shown.set(field.name(), value);
        }
      }
      return shown;
    }
  }
}
