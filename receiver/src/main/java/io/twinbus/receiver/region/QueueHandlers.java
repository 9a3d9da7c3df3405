package io.twinbus.receiver.region;

import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.SessionHandler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which handler each queue has. Not thread-safe. */
final class QueueHandlers {

  private final List<String> queues;
  private final Map<String, Chosen> chosen = new HashMap<>();

  /**
   * A queue's handler.
   *
   * @param blocks whether it needs threads to run on
   */
  record Chosen(SessionHandler handler, boolean blocks) {}

  QueueHandlers(List<String> queues) {
    this.queues = queues;
  }

  /**
   * Gives {@code queue} a handler.
   *
   * @param queue its name; empty for the one there is
   */
  void put(String queue, SessionHandler handler, boolean blocks) {
    String name = queue.isEmpty() && queues.size() == 1 ? queues.get(0) : queue;
    if (name.isEmpty()) {
      throw new InvalidSettingException(
          "There are the queues %s: say whose handler it is, with handler(queue, …)."
              .formatted(named()));
    }
    if (!queues.contains(name)) {
      throw new InvalidSettingException(
          "A handler is given for the queue '%s': the configuration has %s."
              .formatted(name, named()));
    }
    chosen.put(name, new Chosen(handler, blocks));
  }

  /** Makes sure that each queue has one. */
  void requireAll() {
    List<String> without = queues.stream().filter(queue -> !chosen.containsKey(queue)).toList();
    if (without.isEmpty()) {
      return;
    }
    throw new IllegalStateException(
        queues.size() == 1
            ? "The receiver has no handler: give one with handler(…) or blockingHandler(…)."
            : "No handler is given for %s: give each queue one, with handler(queue, …) or"
                    .formatted(String.join(", ", without))
                + " blockingHandler(queue, …).");
  }

  /** The handler of {@code queue}, which has one. */
  Chosen of(String queue) {
    Chosen its = chosen.get(queue);
    if (its == null) {
      throw new IllegalStateException("No handler is given for " + queue + ".");
    }
    return its;
  }

  private String named() {
    return String.join(", ", queues);
  }
}
