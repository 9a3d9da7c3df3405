package io.twinbus.local.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the ledger faults that clients ask for as {@link LedgerFault}. Thread-safe. */
final class FaultRequest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String STATUS_PREFIX = "status-";

  private FaultRequest() {}

  static FaultRule rule(LedgerFault fault) {
    Double probability = fault.probability();
    Integer times = fault.times();
    try {
      return new FaultRule(
          operations(fault.operation()),
          point(fault.point()),
          action(fault.action()),
          times != null ? times : probability != null ? FaultRule.UNLIMITED : 1,
          probability != null ? probability : 1);
    } catch (IllegalArgumentException e) {
      throw new ControlException(400, String.valueOf(e.getMessage()));
    }
  }

  static LedgerFault fault(JsonNode body) {
    try {
      return JSON.treeToValue(body, LedgerFault.class);
    } catch (JsonProcessingException e) {
      throw new ControlException(
          400,
          "A fault has operation, point, action and partition as texts, times and probability as numbers, and nothing else.");
    }
  }

  private static Set<CosmosOperation> operations(@Nullable String name) {
    Set<CosmosOperation> operations = EnumSet.allOf(CosmosOperation.class);
    if ("write".equals(name)) {
      operations.removeIf(operation -> !operation.isWrite());
    } else if (!"any".equals(name)) {
      operations.removeIf(operation -> !operation.label().equals(name));
    }
    if (operations.isEmpty()) {
      String labels =
          Arrays.stream(CosmosOperation.values())
              .map(CosmosOperation::label)
              .collect(Collectors.joining(", "));
      throw new IllegalArgumentException(
          "A fault's operation is any, write, or one of " + labels + ".");
    }
    return operations;
  }

  private static FaultPoint point(@Nullable String name) {
    if ("before".equals(name)) {
      return FaultPoint.BEFORE_COMMIT;
    }
    if ("after".equals(name)) {
      return FaultPoint.AFTER_COMMIT;
    }
    throw new IllegalArgumentException("A fault's point is before or after the commit.");
  }

  private static FaultAction action(@Nullable String name) {
    if ("drop".equals(name)) {
      return new FaultAction.Drop();
    }
    if ("hang".equals(name)) {
      return new FaultAction.Hang();
    }
    if (name != null && name.matches(STATUS_PREFIX + "\\d{3}")) {
      return new FaultAction.Answer(Integer.parseInt(name.substring(STATUS_PREFIX.length())), 0);
    }
    throw new IllegalArgumentException(
        "A fault's action is drop, hang, or a status such as status-503.");
  }
}
