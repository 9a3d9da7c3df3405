package io.twinbus.local.control;

import io.twinbus.local.faults.Chance;
import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.local.servicebus.faults.Target;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the Service Bus faults that clients ask for as {@link RegionFault}. Thread-safe. */
final class RegionFaultRequest {
  private RegionFaultRequest() {}

  static Fault fault(RegionFault asked) {
    try {
      FaultPoint point = Words.point(asked.point());
      Effect effect = effect(asked.action(), asked.windowMillis());
      return new Fault(
          operations(asked.operation(), point, effect),
          point,
          effect,
          new Target(asked.entity(), asked.session()),
          chance(asked, effect.kind()),
          asked.seed() == null ? 1 : asked.seed());
    } catch (IllegalArgumentException e) {
      throw new ControlException(400, String.valueOf(e.getMessage()));
    }
  }

  private static Chance chance(RegionFault asked, Effect.Kind kind) {
    boolean lasting = kind == Effect.Kind.KEEP || kind == Effect.Kind.SCRAMBLE;
    return asked.times() == null && lasting
        ? Chance.of(Chance.UNLIMITED, asked.probability())
        : Chance.of(asked.times(), asked.probability());
  }

  private static Effect effect(@Nullable String action, @Nullable Integer windowMillis) {
    Duration window = Duration.ofMillis(windowMillis == null ? 0 : windowMillis);
    for (Effect.Kind kind : Effect.Kind.values()) {
      if (kind != Effect.Kind.FAIL && kind.label().equals(action)) {
        return new Effect(kind, null, window);
      }
    }
    FaultCondition condition =
        FaultCondition.labelled(String.valueOf(action))
            .orElseThrow(() -> new IllegalArgumentException(actions()));
    return new Effect(Effect.Kind.FAIL, condition, window);
  }

  private static String actions() {
    Stream<String> kinds =
        Arrays.stream(Effect.Kind.values())
            .filter(kind -> kind != Effect.Kind.FAIL)
            .map(Effect.Kind::label);
    Stream<String> conditions = Arrays.stream(FaultCondition.values()).map(FaultCondition::label);
    return "A fault's action is one of "
        + Stream.concat(kinds, conditions).collect(Collectors.joining(", "))
        + ".";
  }

  private static Set<Operation> operations(
      @Nullable String names, FaultPoint point, Effect effect) {
    if ("any".equals(names)) {
      return Fault.allFor(point, effect);
    }
    Set<Operation> operations = EnumSet.noneOf(Operation.class);
    for (String name : String.valueOf(names).split(",", -1)) {
      operations.add(
          Operation.labelled(name.trim())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          Arrays.stream(Operation.values())
                              .map(Operation::label)
                              .collect(
                                  Collectors.joining(
                                      ", ", "A fault's operation is any, or some of ", ".")))));
    }
    return operations;
  }
}
