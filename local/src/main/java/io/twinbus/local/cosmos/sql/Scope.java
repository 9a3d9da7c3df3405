package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an expression sees: the values that FROM has named, the innermost first, and the query's
 * parameters (by name, with the leading {@code @}). Immutable.
 */
final class Scope {
  private final String name;
  private final JsonNode value;
  private final @Nullable Scope outer;
  private final Map<String, JsonNode> parameters;
  private final List<Scope> group;

  private Scope(
      String name,
      JsonNode value,
      @Nullable Scope outer,
      Map<String, JsonNode> parameters,
      List<Scope> group) {
    this.name = name;
    this.value = value;
    this.outer = outer;
    this.parameters = parameters;
    this.group = group;
  }

  /** One document under its name. */
  static Scope of(String name, JsonNode document, Map<String, JsonNode> parameters) {
    return new Scope(name, document, null, parameters, List.of());
  }

  /** Parameters alone, for what may not look at a document. */
  static Scope ofConstants(Map<String, JsonNode> parameters) {
    return of("", MissingNode.getInstance(), parameters);
  }

  /** This and one more name. */
  Scope with(String another, JsonNode named) {
    return new Scope(another, named, this, parameters, List.of());
  }

  /** This, with the rows that an aggregate function reads. */
  Scope over(List<Scope> rows) {
    return new Scope(name, value, outer, parameters, rows);
  }

  /** The rows that an aggregate function reads. */
  List<Scope> group() {
    return group;
  }

  JsonNode named(String wanted) {
    Scope scope = this;
    while (scope != null) {
      if (scope.name.equals(wanted)) {
        return scope.value;
      }
      scope = scope.outer;
    }
    return MissingNode.getInstance();
  }

  JsonNode parameter(String wanted) {
    JsonNode given = parameters.get(wanted);
    if (given == null) {
      throw new SqlException("The query uses " + wanted + ", which is not among its parameters.");
    }
    return given;
  }
}
