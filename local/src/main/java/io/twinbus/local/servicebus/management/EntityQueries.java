package io.twinbus.local.servicebus.management;

import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Namespace;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Describes entities and rules, one by one or page by page. */
final class EntityQueries {
  private static final int MAX_PAGE = 100;
  private static final String QUEUES = "$resources/queues";
  private static final String TOPICS = "$resources/topics";

  private final Namespace namespace;

  EntityQueries(Namespace namespace) {
    this.namespace = namespace;
  }

  ApiResponse answer(ApiRequest request, EntityPath path) {
    String whole = request.path().toLowerCase(Locale.ROOT);
    if (whole.equals(QUEUES)) {
      return page(request, namespace.settings().queues(), this::entry);
    }
    if (whole.equals(TOPICS)) {
      return page(request, namespace.settings().topics(), EntityXml::entry);
    }
    if (path.list()) {
      TopicSettings topic = topic(path.entity());
      return path.subscription() == null
          ? page(request, topic.subscriptions(), each -> entry(topic, each))
          : page(
              request,
              subscription(path).rules(),
              rule -> RuleXml.entry(path.subscriptionPath(), rule));
    }
    return ApiResponse.entry(200, one(path));
  }

  /** The entry of what a path names. */
  String one(EntityPath path) {
    if (path.rule() != null) {
      return RuleXml.entry(
          path.subscriptionPath(),
          found(
              subscription(path).rules(), rule -> rule.name().equalsIgnoreCase(path.rule()), path));
    }
    if (path.subscription() != null) {
      return entry(topic(path.entity()), subscription(path));
    }
    String key = path.entity().toLowerCase(Locale.ROOT);
    return namespace.settings().queues().stream()
        .filter(queue -> queue.key().equals(key))
        .findFirst()
        .map(this::entry)
        .orElseGet(() -> EntityXml.entry(topic(path.entity())));
  }

  TopicSettings topic(String name) {
    return namespace.topic(name).orElseThrow(() -> new NoSuchEntityException(name)).settings();
  }

  SubscriptionSettings subscription(EntityPath path) {
    return found(
        topic(path.entity()).subscriptions(),
        each -> each.name().equalsIgnoreCase(path.subscription()),
        path);
  }

  private static <T> T found(List<T> all, Predicate<T> wanted, EntityPath path) {
    return all.stream()
        .filter(wanted)
        .findFirst()
        .orElseThrow(
            () ->
                new NoSuchEntityException(
                    path.rule() == null
                        ? path.subscriptionPath()
                        : path.subscriptionPath() + "/Rules/" + path.rule()));
  }

  private String entry(QueueSettings queue) {
    return EntityXml.entry(queue, keeper(queue.name()));
  }

  private String entry(TopicSettings topic, SubscriptionSettings subscription) {
    return EntityXml.entry(
        subscription, keeper(topic.name() + "/Subscriptions/" + subscription.name()));
  }

  private MessageQueue keeper(String path) {
    return namespace.find(path).orElseThrow(() -> new NoSuchEntityException(path));
  }

  private static <T> ApiResponse page(ApiRequest request, List<T> all, Function<T, String> entry) {
    int skip = number(request.query(), "$skip", 0);
    int top = Math.min(MAX_PAGE, number(request.query(), "$top", MAX_PAGE));
    List<String> entries = all.stream().skip(skip).limit(top).map(entry).toList();
    String next =
        skip + entries.size() < all.size() && !entries.isEmpty()
            ? "https://localhost/%s?$skip=%d&$top=%d"
                .formatted(request.path(), skip + entries.size(), top)
            : "";
    return ApiResponse.feed(AtomXml.feed(request.path(), entries, next));
  }

  private static int number(Map<String, String> query, String name, int otherwise) {
    String text = query.get(name);
    try {
      return text == null ? otherwise : Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is a number, not '" + text + "'.", e);
    }
  }
}
