package io.twinbus.receiver.rules;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.admission.WritePriority;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The writes that wait for the ledger: queues take turns, one write each, and the most urgent write
 * of a queue goes first. So a queue whose writes wait gets every {@code n}th of those that go, of
 * {@code n} queues, whatever the others ask for. Not thread-safe.
 *
 * @param <W> a write
 */
public final class WaitingWrites<W> {

  /** The queue whose turn is next comes first. */
  private final Map<EntityKey, Map<WritePriority, Deque<W>>> lines = new LinkedHashMap<>();

  /** Behind those of its queue that are as urgent. */
  public void add(EntityKey queue, WritePriority priority, W write) {
    line(queue, priority).addLast(write);
  }

  /** Before those of its queue that are as urgent. */
  public void addFirst(EntityKey queue, WritePriority priority, W write) {
    line(queue, priority).addFirst(write);
  }

  /** Takes the write whose turn it is; null when none waits. */
  public @Nullable W next() {
    for (Map.Entry<EntityKey, Map<WritePriority, Deque<W>>> queue : lines.entrySet()) {
      for (Deque<W> line : queue.getValue().values()) {
        W write = line.pollFirst();
        if (write != null) {
          goLast(queue.getKey(), queue.getValue());
          return write;
        }
      }
    }
    return null;
  }

  private void goLast(EntityKey queue, Map<WritePriority, Deque<W>> its) {
    lines.remove(queue);
    lines.put(queue, its);
  }

  /** The first of {@code queue} that is as urgent; empty: none of them waits. */
  public Optional<W> first(EntityKey queue, WritePriority priority) {
    return Optional.ofNullable(line(queue, priority).peekFirst());
  }

  /** How many wait, of all queues. */
  public int size() {
    return lines.values().stream()
        .map(Map::values)
        .flatMap(Collection::stream)
        .mapToInt(Deque::size)
        .sum();
  }

  private Deque<W> line(EntityKey queue, WritePriority priority) {
    return lines
        .computeIfAbsent(queue, absent -> new EnumMap<>(WritePriority.class))
        .computeIfAbsent(priority, absent -> new ArrayDeque<>());
  }
}
