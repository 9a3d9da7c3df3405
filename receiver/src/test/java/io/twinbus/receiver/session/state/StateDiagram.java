package io.twinbus.receiver.session.state;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Mermaid diagram of a sealed type whose records are states: an arrow for each method of a
 * state that answers a state. The first permitted one is where everything begins.
 */
final class StateDiagram {

  private StateDiagram() {}

  static String of(Class<?> type) {
    List<Class<?>> states = states(type).toList();
    List<String> lines = new ArrayList<>(List.of("stateDiagram-v2"));
    lines.add("  [*] --> " + states.get(0).getSimpleName());
    for (Class<?> from : states) {
      moves(from)
          .filter(move -> states.contains(move.getReturnType()))
          .map(move -> arrow(from, move))
          .sorted()
          .distinct()
          .forEach(lines::add);
    }
    return String.join("\n", lines) + "\n";
  }

  /** The methods of the record itself, and those that its interfaces give it. */
  private static Stream<Method> moves(Class<?> state) {
    return Stream.concat(Stream.of(state), Arrays.stream(state.getInterfaces()))
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()));
  }

  private static String arrow(Class<?> from, Method move) {
    return "  %s --> %s : %s"
        .formatted(from.getSimpleName(), move.getReturnType().getSimpleName(), move.getName());
  }

  private static Stream<Class<?>> states(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(StateDiagram::states);
  }
}
