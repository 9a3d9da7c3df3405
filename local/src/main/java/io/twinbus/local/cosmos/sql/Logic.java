package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.function.Supplier;

/** Conjunction and disjunction over true, false and undefined. */
final class Logic {
  private Logic() {}

  /**
   * One operand with the dominant value decides (false for AND, true for OR), whatever the other
   * is; else an undefined one leaves the result undefined.
   */
  static JsonNode dominated(BooleanNode dominant, JsonNode left, Supplier<JsonNode> right) {
    if (dominant.equals(left)) {
      return dominant;
    }
    JsonNode other = right.get();
    if (dominant.equals(other)) {
      return dominant;
    }
    boolean defined = left.isBoolean() && other.isBoolean();
    return defined ? BooleanNode.valueOf(!dominant.booleanValue()) : MissingNode.getInstance();
  }
}
