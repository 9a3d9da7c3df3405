package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * What an expression sees: one document and the query's parameters (by name, with the leading
 * {@code @}).
 */
record Scope(JsonNode document, Map<String, JsonNode> parameters) {
  JsonNode parameter(String name) {
    JsonNode value = parameters.get(name);
    if (value == null) {
      throw new SqlException("The query uses " + name + ", which is not among its parameters.");
    }
    return value;
  }
}
