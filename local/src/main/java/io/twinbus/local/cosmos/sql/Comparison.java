package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A comparison of two values; undefined when their types differ, as the service says. */
enum Comparison {
  EQUAL(false, true, false),
  NOT_EQUAL(true, false, true),
  LESS(true, false, false),
  LESS_OR_EQUAL(true, true, false),
  GREATER(false, false, true),
  GREATER_OR_EQUAL(false, true, true);

  private static final Map<String, Comparison> BY_SYMBOL =
      Map.of(
          "=", EQUAL,
          "!=", NOT_EQUAL,
          "<>", NOT_EQUAL,
          "<", LESS,
          "<=", LESS_OR_EQUAL,
          ">", GREATER,
          ">=", GREATER_OR_EQUAL);

  private final boolean whenLess;
  private final boolean whenEqual;
  private final boolean whenGreater;

  Comparison(boolean whenLess, boolean whenEqual, boolean whenGreater) {
    this.whenLess = whenLess;
    this.whenEqual = whenEqual;
    this.whenGreater = whenGreater;
  }

  static Set<String> symbols() {
    return BY_SYMBOL.keySet();
  }

  /** The comparison of one of the symbols. */
  static Comparison bySymbol(String symbol) {
    return Objects.requireNonNull(BY_SYMBOL.get(symbol), symbol);
  }

  JsonNode of(JsonNode left, JsonNode right) {
    ValueType type = ValueType.of(left);
    if (type == ValueType.UNDEFINED || type != ValueType.of(right)) {
      return MissingNode.getInstance();
    }
    if (type == ValueType.ARRAY || type == ValueType.OBJECT) {
      return deep(Values.areEqual(left, right));
    }
    int order = ValueOrder.compare(left, right);
    return BooleanNode.valueOf(order < 0 ? whenLess : order == 0 ? whenEqual : whenGreater);
  }

  private JsonNode deep(boolean equal) {
    return switch (this) {
      case EQUAL -> BooleanNode.valueOf(equal);
      case NOT_EQUAL -> BooleanNode.valueOf(!equal);
      default -> MissingNode.getInstance();
    };
  }
}
