package io.twinbus.simulation;

import io.twinbus.protocol.Body;
import io.twinbus.receiver.StateChange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What simulated handlers keep for their session: the names of the messages that they have handled.
 * Some leave the state alone, a few clear it.
 */
final class StateFold {

  private StateFold() {}

  /** What the handler of {@code message} wants done, given the state that it was shown. */
  static StateChange change(SentMessage message, Optional<Body> shown) {
    if (message.isStateless) {
      return new StateChange.Keep();
    }
    if (clears(message)) {
      return new StateChange.Clear();
    }
    if (message.position().seq() % 5 == 4) {
      return new StateChange.Keep();
    }
    String before = shown.map(state -> state.utf8() + " ").orElse("");
    return new StateChange.Set(Body.ofUtf8(before + name(message)));
  }

  static boolean clears(SentMessage message) {
    return message.position().seq() % 7 == 6;
  }

  /** The names in {@code state}, without those that an operator has skipped. */
  static List<String> names(Optional<Body> state, List<SentMessage> skipped) {
    List<String> without = skipped.stream().map(StateFold::name).toList();
    return state.map(text -> List.of(text.utf8().split(" "))).orElse(List.of()).stream()
        .filter(name -> !without.contains(name))
        .collect(Collectors.toList());
  }

  private static String name(SentMessage message) {
    return message.position().stream() + "-" + message.position().seq();
  }
}
