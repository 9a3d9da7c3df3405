package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.TopicSettings;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All entities of one region.
 *
 * <p>Driven from outside: whoever owns it calls {@link #tick()} when {@link #nextWakeUp()} has
 * come. Not thread-safe.
 */
public final class Namespace {
  private static final String DEAD_LETTERS = "/$deadletterqueue";
  private static final String SUBSCRIPTIONS = "/subscriptions/";

  private final Surroundings around;
  private final Map<String, MessageQueue> queues = new LinkedHashMap<>();
  private final Map<String, Topic> topics = new LinkedHashMap<>();

  /** A namespace with these entities, empty. */
  public Namespace(NamespaceSettings settings, Surroundings around) {
    this.around = around;
    settings.queues().forEach(this::put);
    settings.topics().forEach(this::put);
  }

  /**
   * What keeps messages under a path such as {@code orders}, {@code orders/$DeadLetterQueue} or
   * {@code events/Subscriptions/audit}, in any case.
   */
  public Optional<MessageQueue> find(String path) {
    String key = path.toLowerCase(Locale.ROOT);
    boolean wantsDeadLetters = key.endsWith(DEAD_LETTERS);
    String owner = wantsDeadLetters ? key.substring(0, key.length() - DEAD_LETTERS.length()) : key;
    Optional<MessageQueue> found = Optional.ofNullable(queues.get(owner));
    if (found.isEmpty()) {
      int at = owner.lastIndexOf(SUBSCRIPTIONS);
      found =
          at < 0
              ? Optional.empty()
              : topic(owner.substring(0, at))
                  .flatMap(t -> t.subscription(owner.substring(at + SUBSCRIPTIONS.length())));
    }
    return wantsDeadLetters ? found.map(MessageQueue::deadLetters) : found;
  }

  /** What messages are sent to under a path: a queue or a topic. */
  public Optional<SendTarget> target(String path) {
    SendTarget queue = queues.get(path.toLowerCase(Locale.ROOT));
    return queue == null ? topic(path).map(topic -> topic) : Optional.of(queue);
  }

  /** The topic of that name, in any case. */
  public Optional<Topic> topic(String name) {
    return Optional.ofNullable(topics.get(name.toLowerCase(Locale.ROOT)));
  }

  /** What changes the entities themselves. */
  public NamespaceChanges changes() {
    return new NamespaceChanges(this);
  }

  /** All settings as they stand. */
  public NamespaceSettings settings() {
    return new NamespaceSettings(
        queues.values().stream().map(MessageQueue::settings).toList(),
        topics.values().stream().map(Topic::settings).toList());
  }

  /** The path of every entity that keeps messages, dead-letter queues included. */
  public List<String> paths() {
    return keepers()
        .map(queue -> queue.name().toLowerCase(Locale.ROOT))
        .flatMap(path -> Stream.of(path + DEAD_LETTERS, path))
        .toList();
  }

  /** Applies what time has brought: activations, expiries, lost locks, waits that are over. */
  public void tick() {
    topics.values().forEach(Topic::tick);
    queues.values().forEach(MessageQueue::tick);
    changes().deleteIdle(around.clock().instant());
  }

  /** When {@link #tick()} has something to do next; empty: not before something else happens. */
  public Optional<Instant> nextWakeUp() {
    @Nullable Instant next = null;
    for (Topic topic : topics.values()) {
      next = Earliest.of(next, topic.nextWakeUp());
      next = Earliest.of(next, Idleness.end(topic.lastUsed(), topic.settings().life()));
      for (MessageQueue subscription : topic.subscriptions()) {
        next = Earliest.of(next, wakeUp(subscription));
      }
    }
    for (MessageQueue queue : queues.values()) {
      next = Earliest.of(next, wakeUp(queue));
    }
    return Optional.ofNullable(next);
  }

  private static @Nullable Instant wakeUp(MessageQueue queue) {
    return Earliest.of(queue.nextWakeUp(), Idleness.end(queue.lastUsed(), queue.settings().life()));
  }

  /** The counts of every queue, then of every subscription, in the order of configuration. */
  public List<EntityCounts> counts() {
    return keepers().map(MessageQueue::counts).toList();
  }

  /**
   * Removes all messages and session states of an entity and of what hangs on it, or of all if it
   * is null; answers how many messages.
   */
  public int vanish(@Nullable String entity) {
    String wanted = entity == null ? null : entity.toLowerCase(Locale.ROOT);
    int gone = 0;
    for (Map.Entry<String, Topic> topic : topics.entrySet()) {
      gone += wanted == null || topic.getKey().equals(wanted) ? topic.getValue().vanish() : 0;
    }
    for (String path : paths()) {
      if (wanted == null || path.equals(wanted) || path.startsWith(wanted + "/")) {
        gone += find(path).map(queue -> queue.calamities().vanish()).orElse(0);
      }
    }
    return gone;
  }

  /**
   * Makes all entities as if nobody had used them: their messages, states of sessions and message
   * ids are gone, and no session is locked. Settings and links stay, numbers go on. Answers how
   * many messages are gone.
   */
  public int reset() {
    return queues.values().stream().mapToInt(MessageQueue::reset).sum()
        + topics.values().stream().mapToInt(Topic::reset).sum();
  }

  private Stream<MessageQueue> keepers() {
    return Stream.concat(
        queues.values().stream(),
        topics.values().stream().flatMap(topic -> topic.subscriptions().stream()));
  }

  NamespaceJournal journal() {
    return around.journal();
  }

  Map<String, MessageQueue> queues() {
    return queues;
  }

  Map<String, Topic> topics() {
    return topics;
  }

  void put(QueueSettings settings) {
    queues.put(
        settings.key(),
        MessageQueue.withDeadLetters(settings.name(), settings, around.clock()::instant, around));
  }

  void put(TopicSettings settings) {
    topics.put(settings.key(), new Topic(settings, around));
  }
}
