package io.twinbus.local.control;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultCount;
import io.twinbus.local.faults.Injected;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An injected fault and what it did.
 *
 * @param id its number at its endpoint
 * @param operations what it strikes
 * @param point {@code before} or {@code after}
 * @param action what it does, such as {@code drop}, {@code status-503} or {@code server-busy}
 * @param offered how many requests it fitted, struck or spared by its probability
 * @param struck how many requests it struck
 * @param struckBy the same by operation
 * @param active whether it may still strike
 */
public record FaultStats(
    int id,
    List<String> operations,
    String point,
    String action,
    long offered,
    long struck,
    Map<String, Long> struckBy,
    boolean active) {

  static FaultStats of(FaultCount count) {
    Map<String, Long> struckBy = new TreeMap<>();
    count.struckBy().forEach((operation, times) -> struckBy.put(operation.label(), times));
    return new FaultStats(
        count.id(),
        count.rule().operations().stream().map(CosmosOperation::label).sorted().toList(),
        Words.of(count.rule().point()),
        action(count.rule().action()),
        count.offered(),
        count.struck(),
        struckBy,
        count.active());
  }

  static FaultStats of(Injected<Operation, Fault> fault) {
    Map<String, Long> struckBy = new TreeMap<>();
    fault.struck().forEach((operation, times) -> struckBy.put(operation.label(), times));
    Effect effect = fault.rule().effect();
    FaultCondition condition = effect.condition();
    return new FaultStats(
        fault.id(),
        fault.rule().operations().stream().map(Operation::label).sorted().toList(),
        Words.of(fault.rule().point()),
        condition == null ? effect.kind().label() : condition.label(),
        fault.offered(),
        fault.strikes(),
        struckBy,
        fault.active());
  }

  private static String action(FaultAction action) {
    if (action instanceof FaultAction.Late late) {
      return "late-" + late.millis();
    }
    return action instanceof FaultAction.Answer answer
        ? "status-" + answer.status()
        : action.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }
}
