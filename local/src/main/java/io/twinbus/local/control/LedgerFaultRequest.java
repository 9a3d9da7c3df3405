package io.twinbus.local.control;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.Chance;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the ledger faults that clients ask for as {@link LedgerFault}. Thread-safe. */
final class LedgerFaultRequest {
  private static final String STATUS_PREFIX = "status-";
  private static final String LATE_PREFIX = "late-";

  private LedgerFaultRequest() {}

  static FaultRule rule(LedgerFault fault) {
    try {
      Chance chance = Chance.of(fault.times(), fault.probability());
      return new FaultRule(
          operations(fault.operation()),
          Words.point(fault.point()),
          action(fault),
          chance.times(),
          chance.probability());
    } catch (IllegalArgumentException e) {
      throw new ControlException(400, String.valueOf(e.getMessage()));
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

  private static FaultAction action(LedgerFault fault) {
    String name = fault.action();
    if ("drop".equals(name)) {
      return new FaultAction.Drop();
    }
    if ("hang".equals(name)) {
      return new FaultAction.Hang();
    }
    if (name != null && name.matches(STATUS_PREFIX + "\\d{3}")) {
      return new FaultAction.Answer(
          Integer.parseInt(name.substring(STATUS_PREFIX.length())),
          orElse(fault.substatus(), 0),
          orElse(fault.retryAfterMillis(), FaultAction.Answer.RETRY_AFTER_MILLIS));
    }
    if (name != null && name.matches(LATE_PREFIX + "\\d{1,5}")) {
      return new FaultAction.Late(Integer.parseInt(name.substring(LATE_PREFIX.length())));
    }
    throw new IllegalArgumentException(
        "A fault's action is drop, hang, a status such as status-503, or late-145 for an answer that"
            + " is so many milliseconds late.");
  }

  private static int orElse(@Nullable Integer said, int otherwise) {
    return said == null ? otherwise : said;
  }
}
