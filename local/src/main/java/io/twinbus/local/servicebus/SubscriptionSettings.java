package io.twinbus.local.servicebus;

import io.twinbus.local.servicebus.rules.RuleSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The settings of one subscription of a topic. Immutable, hence thread-safe.
 *
 * <p>A subscription gets one copy of each message that fulfils at least one of its rules. Its name
 * is unique within its topic.
 *
 * @param name up to 50 characters
 * @param receiving how messages are received from it
 * @param life how long it and its messages live; a shorter time to live of the topic holds
 * @param rules which messages it gets; default {@link RuleSettings#DEFAULT}, all of them; without a
 *     rule it gets none
 */
public record SubscriptionSettings(
    String name, ReceiveRules receiving, LifeRules life, List<RuleSettings> rules) {

  /**
   * Checks every value against the limits of the real service.
   *
   * @throws InvalidEndpointSettingException in one sentence
   */
  public SubscriptionSettings {
    EntityName.check("subscription", name, EntityName.LONGEST_OF_A_SUBSCRIPTION);
    String subject = "The subscription '" + name + "'";
    InvalidEndpointSettingException.unless(
        !name.contains("/"), subject, "must not have a slash in its name");
    receiving.check(subject);
    life.check(subject);
    rules = List.copyOf(rules);
    Set<String> names = new HashSet<>();
    for (RuleSettings rule : rules) {
      InvalidEndpointSettingException.unless(
          names.add(rule.key()), subject, "has the rule '" + rule.name() + "' twice");
    }
  }

  /** A subscription with sessions and otherwise the service's defaults. */
  public static SubscriptionSettings withSessions(String name) {
    return ofDefaults(name, true);
  }

  /** A subscription without sessions and with the service's defaults. */
  public static SubscriptionSettings plain(String name) {
    return ofDefaults(name, false);
  }

  private static SubscriptionSettings ofDefaults(String name, boolean sessions) {
    return new SubscriptionSettings(
        name,
        ReceiveRules.ofDefaults(sessions),
        LifeRules.ofDefaults(),
        List.of(RuleSettings.DEFAULT));
  }

  /** The same with these rules in place of those that it has. */
  public SubscriptionSettings withRules(RuleSettings... values) {
    return withRules(List.of(values));
  }

  /** The same with these rules in place of those that it has. */
  public SubscriptionSettings withRules(List<RuleSettings> values) {
    return new SubscriptionSettings(name, receiving, life, values);
  }

  /** The same with another lock duration. */
  public SubscriptionSettings withLockDuration(Duration value) {
    return with(receiving.withLockDuration(value));
  }

  /** The same with another maximum delivery count. */
  public SubscriptionSettings withMaxDeliveryCount(int value) {
    return with(receiving.withMaxDeliveryCount(value));
  }

  /** The same with another time to live, and what happens at its end. */
  public SubscriptionSettings withTimeToLive(Duration value, boolean deadLetter) {
    return with(receiving.withDeadLetteringOnExpiration(deadLetter))
        .with(life.withTimeToLive(value));
  }

  /** The same, deleted when it was not used for a while. */
  public SubscriptionSettings withAutoDeleteOnIdle(Duration value) {
    return with(life.withAutoDeleteOnIdle(value));
  }

  /** The same, open or closed; a closed one goes on collecting copies. */
  public SubscriptionSettings withStatus(EntityStatus value) {
    return with(life.withStatus(value));
  }

  /** The same with other rules for receiving. */
  public SubscriptionSettings with(ReceiveRules value) {
    return new SubscriptionSettings(name, value, life, rules);
  }

  /** The same with other rules for its life. */
  public SubscriptionSettings with(LifeRules value) {
    return new SubscriptionSettings(name, receiving, value, rules);
  }

  /** The name as entities are looked up: case does not matter. */
  public String key() {
    return EntityName.key(name);
  }
}
