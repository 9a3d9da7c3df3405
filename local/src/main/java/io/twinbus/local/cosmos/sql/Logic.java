package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.List;

/** Conjunction and disjunction over true, false and undefined. */
final class Logic {
  private Logic() {}

  /**
   * One operand with the dominant value decides (false for AND, true for OR), whatever the others
   * are; else an undefined one leaves the result undefined.
   */
  static JsonNode dominated(BooleanNode dominant, List<Expression> operands, Scope scope) {
    boolean defined = true;
    for (Expression operand : operands) {
      JsonNode value = operand.value(scope);
      if (dominant.equals(value)) {
        return dominant;
      }
      defined &= value.isBoolean();
    }
    return defined ? Values.of(!dominant.booleanValue()) : Values.undefined();
  }
}
