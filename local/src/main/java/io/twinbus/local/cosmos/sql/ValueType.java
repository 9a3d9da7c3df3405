package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;

/** The types of the query language, in the order in which ORDER BY puts them. */
enum ValueType {
  UNDEFINED,
  NULL,
  BOOLEAN,
  NUMBER,
  STRING,
  ARRAY,
  OBJECT;

  static ValueType of(JsonNode node) {
    return switch (node.getNodeType()) {
      case NULL -> NULL;
      case BOOLEAN -> BOOLEAN;
      case NUMBER -> NUMBER;
      case STRING, BINARY -> STRING;
      case ARRAY -> ARRAY;
      case OBJECT, POJO -> OBJECT;
      case MISSING -> UNDEFINED;
    };
  }
}
