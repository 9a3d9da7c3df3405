package io.twinbus.local.servicebus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one topic and its subscriptions. Immutable, hence thread-safe.
 *
 * @param name the topic's name; clients may write it in any case
 * @param sending what it takes in
 * @param life how long it and its messages live; its time to live caps its subscriptions'
 * @param subscriptions those that get a copy of each message that fulfils one of their rules
 */
public record TopicSettings(
    String name, SendRules sending, LifeRules life, List<SubscriptionSettings> subscriptions) {

  /**
   * Checks every value against the limits of the real service.
   *
   * @throws InvalidEndpointSettingException in one sentence
   */
  public TopicSettings {
    EntityName.check("topic", name, EntityName.LONGEST);
    String subject = "The topic '" + name + "'";
    sending.check(subject);
    life.check(subject);
    subscriptions = List.copyOf(subscriptions);
    Set<String> names = new HashSet<>();
    for (SubscriptionSettings each : subscriptions) {
      InvalidEndpointSettingException.unless(
          names.add(each.key()), subject, "has the subscription '" + each.name() + "' twice");
    }
  }

  /** A topic with the service's defaults and these subscriptions. */
  public static TopicSettings topic(String name, SubscriptionSettings... subscriptions) {
    return new TopicSettings(
        name, SendRules.ofDefaults(), LifeRules.ofDefaults(), List.of(subscriptions));
  }

  /** The same with another time to live, which caps its subscriptions'. */
  public TopicSettings withTimeToLive(Duration value) {
    return with(life.withTimeToLive(value));
  }

  /** The same with other sizes: of the largest message, and of all messages together. */
  public TopicSettings withSizes(int maxMessage, long maxAll) {
    return with(sending.withSizes(maxMessage, maxAll));
  }

  /** The same with message ids remembered for a while to drop duplicates; null: not at all. */
  public TopicSettings withDuplicateDetection(@Nullable Duration window) {
    return with(sending.withDuplicateWindow(window));
  }

  /** The same, deleted when it was not used for a while. */
  public TopicSettings withAutoDeleteOnIdle(Duration value) {
    return with(life.withAutoDeleteOnIdle(value));
  }

  /** The same, open or closed. */
  public TopicSettings withStatus(EntityStatus value) {
    return with(life.withStatus(value));
  }

  /** The same with other rules for sending. */
  public TopicSettings with(SendRules value) {
    return new TopicSettings(name, value, life, subscriptions);
  }

  /** The same with other rules for its life. */
  public TopicSettings with(LifeRules value) {
    return new TopicSettings(name, sending, value, subscriptions);
  }

  /** The same with one subscription more, or changed, if it has one of that name. */
  public TopicSettings with(SubscriptionSettings subscription) {
    List<SubscriptionSettings> all = new ArrayList<>(subscriptions);
    if (all.stream().noneMatch(each -> each.key().equals(subscription.key()))) {
      all.add(subscription);
    }
    all.replaceAll(each -> each.key().equals(subscription.key()) ? subscription : each);
    return new TopicSettings(name, sending, life, all);
  }

  /** The same with these subscriptions in place of those that it has. */
  public TopicSettings withSubscriptions(SubscriptionSettings... values) {
    return new TopicSettings(name, sending, life, List.of(values));
  }

  /** The same without a subscription. */
  public TopicSettings without(String subscription) {
    String key = EntityName.key(subscription);
    return new TopicSettings(
        name,
        sending,
        life,
        subscriptions.stream().filter(each -> !each.key().equals(key)).toList());
  }

  /** A subscription as the queue that it is: the topic's sizes, and no longer a life. */
  public QueueSettings asQueue(SubscriptionSettings subscription) {
    return new QueueSettings(
        subscription.name(),
        subscription.receiving(),
        sending.withDuplicateWindow(null),
        subscription.life().cappedBy(life));
  }

  /** The name as entities are looked up: case does not matter. */
  public String key() {
    return EntityName.key(name);
  }
}
