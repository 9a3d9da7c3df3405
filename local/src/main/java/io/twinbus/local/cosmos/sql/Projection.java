package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What a query shows of a document that matched. Immutable and thread-safe. */
sealed interface Projection {
  /** The result for one document; a missing node shows nothing. */
  JsonNode of(Scope scope);

  /** {@code SELECT *}. */
  record Whole() implements Projection {
    @Override
    public JsonNode of(Scope scope) {
      return scope.document();
    }
  }

  /** {@code SELECT VALUE expression}. */
  record Value(Expression expression) implements Projection {
    @Override
    public JsonNode of(Scope scope) {
      return expression.value(scope);
    }
  }

  /** {@code SELECT a, b AS c}: an object without the fields that are undefined. */
  record Fields(List<Field> fields) implements Projection {
    @Override
    public JsonNode of(Scope scope) {
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

  /**
   * {@code SELECT VALUE COUNT(e)} (no name) or {@code SELECT COUNT(e) AS name}: counts where e is
   * defined.
   */
  record Count(String name, Expression counted) implements Projection {
    @Override
    public JsonNode of(Scope scope) {
      return counted.value(scope);
    }

    JsonNode total(long count) {
      JsonNode number = JsonNodeFactory.instance.numberNode(count);
      return name.isEmpty() ? number : JsonNodeFactory.instance.objectNode().set(name, number);
    }
  }

  /** One named expression of a projection. */
  record Field(String name, Expression expression) {}
}
