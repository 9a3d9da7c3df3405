package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.EntityExistsException;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SendRules;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.rules.RuleSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates, changes and deletes the entities of a namespace.
 *
 * <p>A change ends the entity's links and locks, as in the service; its messages stay. Whether an
 * entity has sessions, and whether it detects duplicates, cannot be changed. Mistakes are {@link
 * InvalidEndpointSettingException}s, absent entities {@link NoSuchEntityException}s.
 */
public final class NamespaceChanges {
  private static final String SUBSCRIPTIONS = "/subscriptions/";

  private final Namespace namespace;

  NamespaceChanges(Namespace namespace) {
    this.namespace = namespace;
  }

  /** Creates a queue. */
  public void create(QueueSettings queue) {
    checkFree(queue.name());
    namespace.put(queue);
    journal().changed(queue);
  }

  /** Creates a topic with its subscriptions. */
  public void create(TopicSettings topic) {
    checkFree(topic.name());
    namespace.put(topic);
    journal().changed(topic);
  }

  /** Changes a queue. */
  public void update(QueueSettings queue) {
    MessageQueue existing = namespace.queues().get(queue.key());
    if (existing == null) {
      throw new NoSuchEntityException(queue.name());
    }
    QueueSettings now = existing.settings();
    String subject = "The queue '" + queue.name() + "'";
    checkSessions(now.receiving().requiresSession(), queue.receiving().requiresSession(), subject);
    checkDuplicates(now.sending(), queue.sending(), subject);
    existing.update(queue);
    journal().changed(queue);
  }

  /**
   * Makes a topic what is described: subscriptions that are new are created, those no longer named
   * are deleted with their messages.
   */
  public void update(TopicSettings topic) {
    Topic existing = topic(topic.name());
    checkDuplicates(
        existing.settings().sending(), topic.sending(), "The topic '" + topic.name() + "'");
    for (SubscriptionSettings each : topic.subscriptions()) {
      existing
          .subscription(each.name())
          .ifPresent(
              now ->
                  checkSessions(
                      now.settings().receiving().requiresSession(),
                      each.receiving().requiresSession(),
                      "The subscription '" + each.name() + "'"));
    }
    update(existing, topic);
  }

  /** Creates a queue, or changes the one of its name; one that is as described keeps its links. */
  public void put(QueueSettings queue) {
    MessageQueue existing = namespace.queues().get(queue.key());
    if (existing == null) {
      create(queue);
    } else if (!existing.settings().equals(queue)) {
      update(queue);
    }
  }

  /** Creates a topic, or makes the one of its name what is described, as {@link #update} does. */
  public void put(TopicSettings topic) {
    Optional<Topic> existing = namespace.topic(topic.name());
    if (existing.isEmpty()) {
      create(topic);
    } else if (!existing.get().settings().equals(topic)) {
      update(topic);
    }
  }

  /** Gives a topic a subscription, or makes the one of its name what is described. */
  public void put(String topic, SubscriptionSettings subscription) {
    put(topic(topic).settings().with(subscription));
  }

  /** Gives a subscription a rule in place of the one of its name, if there is one. */
  public void put(String path, RuleSettings rule) {
    Place place = subscription(path);
    List<RuleSettings> rules = new ArrayList<>(place.subscription().rules());
    rules.removeIf(each -> each.key().equals(rule.key()));
    rules.add(rule);
    put(place, rules);
  }

  /** Opens or closes a queue, a topic or a subscription. */
  public void status(String path, EntityStatus status) {
    MessageQueue queue = namespace.queues().get(key(path));
    if (queue != null) {
      update(queue.settings().withStatus(status));
      return;
    }
    Optional<Place> place = place(path);
    if (place.isEmpty()) {
      update(topic(path).settings().withStatus(status));
      return;
    }
    Topic topic = place.get().topic();
    update(topic.settings().with(place.get().subscription().withStatus(status)));
  }

  /** Gives a subscription one rule more; its links stay. */
  public void addRule(String path, RuleSettings rule) {
    Place place = subscription(path);
    List<RuleSettings> rules = new ArrayList<>(place.subscription().rules());
    if (rules.stream().anyMatch(each -> each.key().equals(rule.key()))) {
      throw new EntityExistsException(path + "/Rules/" + rule.name());
    }
    rules.add(rule);
    put(place, rules);
  }

  /** Takes a rule from a subscription; without any it gets no more messages. */
  public void removeRule(String path, String name) {
    Place place = subscription(path);
    List<RuleSettings> rules = new ArrayList<>(place.subscription().rules());
    if (!rules.removeIf(rule -> rule.name().equalsIgnoreCase(name))) {
      throw new NoSuchEntityException(path + "/Rules/" + name);
    }
    put(place, rules);
  }

  /** The rules of a subscription, in the order in which they were added. */
  public List<RuleSettings> rules(String path) {
    return subscription(path).subscription().rules();
  }

  private void put(Place place, List<RuleSettings> rules) {
    Topic topic = place.topic();
    update(topic, topic.settings().with(place.subscription().withRules(rules)));
  }

  private void update(Topic topic, TopicSettings next) {
    topic.update(next);
    journal().changed(next);
  }

  private Place subscription(String path) {
    return place(path).orElseThrow(() -> new NoSuchEntityException(path));
  }

  /** Deletes a queue, a topic or a subscription with its messages. */
  public void delete(String path) {
    MessageQueue queue = namespace.queues().remove(key(path));
    if (queue != null) {
      queue.delete();
      journal().deleted(queue.settings().name());
      return;
    }
    Optional<Place> place = place(path);
    if (place.isPresent()) {
      Topic topic = place.get().topic();
      update(topic, topic.settings().without(place.get().subscription().name()));
      return;
    }
    Topic topic = topic(path);
    namespace.topics().remove(key(path));
    topic.delete();
    journal().deleted(topic.name());
  }

  /** Deletes what was not used for as long as its settings allow. */
  void deleteIdle(Instant now) {
    for (MessageQueue queue : List.copyOf(namespace.queues().values())) {
      if (Idleness.over(queue.lastUsed(), queue.settings().life(), now)) {
        delete(queue.name());
      }
    }
    for (Topic topic : List.copyOf(namespace.topics().values())) {
      if (Idleness.over(topic.lastUsed(), topic.settings().life(), now)) {
        delete(topic.name());
        continue;
      }
      for (MessageQueue each : List.copyOf(topic.subscriptions())) {
        if (Idleness.over(each.lastUsed(), each.settings().life(), now)) {
          delete(each.name());
        }
      }
    }
  }

  /** A subscription and where it is. */
  private record Place(Topic topic, SubscriptionSettings subscription) {}

  /** Where a path such as {@code events/Subscriptions/audit} leads; empty for any other path. */
  private Optional<Place> place(String path) {
    int at = key(path).lastIndexOf(SUBSCRIPTIONS);
    if (at < 0) {
      return Optional.empty();
    }
    Topic topic = topic(path.substring(0, at));
    String name = key(path.substring(at + SUBSCRIPTIONS.length()));
    return Optional.of(
        topic.settings().subscriptions().stream()
            .filter(each -> each.key().equals(name))
            .findFirst()
            .map(found -> new Place(topic, found))
            .orElseThrow(() -> new NoSuchEntityException(path)));
  }

  private Topic topic(String name) {
    return namespace.topic(name).orElseThrow(() -> new NoSuchEntityException(name));
  }

  private void checkFree(String name) {
    if (namespace.queues().containsKey(key(name)) || namespace.topics().containsKey(key(name))) {
      throw new EntityExistsException(name);
    }
  }

  private static void checkSessions(boolean now, boolean asked, String subject) {
    if (now != asked) {
      throw new InvalidEndpointSettingException(
          subject + (now ? " has" : " has no") + " sessions, which cannot be changed.");
    }
  }

  private static void checkDuplicates(SendRules now, SendRules asked, String subject) {
    @Nullable Object before = now.duplicateWindow();
    if ((before == null) != (asked.duplicateWindow() == null)) {
      throw new InvalidEndpointSettingException(
          subject
              + (before == null ? " detects no" : " detects")
              + " duplicates, which cannot be changed.");
    }
  }

  private NamespaceJournal journal() {
    return namespace.journal();
  }

  private static String key(String path) {
    return path.toLowerCase(Locale.ROOT);
  }
}
