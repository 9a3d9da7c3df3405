package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** The condition of a patch, {@code FROM c WHERE …}. Immutable and thread-safe. */
public final class Condition {
  private final String document;
  private final Expression expression;

  Condition(String document, Expression expression) {
    this.document = document;
    this.expression = expression;
  }

  /**
   * Reads a condition.
   *
   * @throws SqlException if it is none
   */
  public static Condition parse(String text) {
    return new QueryParser(text).condition();
  }

  /** Whether the document meets it. */
  public boolean holds(JsonNode content) {
    return expression.holds(Scope.of(document, content, Map.of()));
  }
}
