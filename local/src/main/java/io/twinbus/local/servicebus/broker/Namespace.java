package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All entities of one region.
 *
 * <p>Driven from outside: whoever owns it calls {@link #tick()} when {@link #nextWakeUp()} has
 * come. Not thread-safe.
 */
public final class Namespace {
  private static final String DEAD_LETTER_SUFFIX = "/$deadletterqueue";

  // By lower-cased path; a queue and its dead-letter queue are two entries.
  private final Map<String, MessageQueue> byPath = new LinkedHashMap<>();

  /** A namespace with these queues, empty. */
  public Namespace(List<QueueSettings> queues, Surroundings around) {
    for (QueueSettings settings : queues) {
      QueueSettings forDeadLetters =
          QueueSettings.plainQueue(settings.name())
              .withLockDuration(settings.lockDuration())
              .withSizes(settings.maxMessageSizeBytes(), settings.maxSizeBytes());
      MessageQueue deadLetters =
          new MessageQueue(settings.name() + "/$DeadLetterQueue", forDeadLetters, around, null);
      byPath.put(settings.key() + DEAD_LETTER_SUFFIX, deadLetters);
      byPath.put(settings.key(), new MessageQueue(settings.name(), settings, around, deadLetters));
    }
  }

  /** The entity under a path such as {@code orders} or {@code orders/$DeadLetterQueue}. */
  public Optional<MessageQueue> find(String path) {
    return Optional.ofNullable(byPath.get(path.toLowerCase(Locale.ROOT)));
  }

  /** The path of every entity that keeps messages, dead-letter queues included. */
  public List<String> paths() {
    return List.copyOf(byPath.keySet());
  }

  /** Applies what time has brought: activations, expiries, lost locks, waits that are over. */
  public void tick() {
    byPath.values().forEach(MessageQueue::tick);
  }

  /** When {@link #tick()} has something to do next; empty: not before something else happens. */
  public Optional<Instant> nextWakeUp() {
    @Nullable Instant next = null;
    for (MessageQueue queue : byPath.values()) {
      next = Earliest.of(next, queue.nextWakeUp());
    }
    return Optional.ofNullable(next);
  }

  /** The counts of every queue, in the order of configuration. */
  public List<EntityCounts> counts() {
    return byPath.values().stream()
        .filter(queue -> queue.deadLetters() != null)
        .map(MessageQueue::counts)
        .toList();
  }
}
