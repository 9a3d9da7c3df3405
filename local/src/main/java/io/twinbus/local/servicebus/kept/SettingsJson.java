package io.twinbus.local.servicebus.kept;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.LifeRules;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ReceiveRules;
import io.twinbus.local.servicebus.SendRules;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.rules.RuleSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Settings of entities as JSON, exact to the byte and the millisecond. */
final class SettingsJson {
  private SettingsJson() {}

  static ObjectNode of(QueueSettings queue) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", queue.name());
    put(node, queue.receiving());
    put(node, queue.sending());
    put(node, queue.life());
    return node;
  }

  static QueueSettings queue(JsonNode node) {
    return new QueueSettings(
        node.path("name").asText(), receiving(node), sending(node), life(node));
  }

  static ObjectNode of(TopicSettings topic) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", topic.name());
    put(node, topic.sending());
    put(node, topic.life());
    var subscriptions = node.putArray("subscriptions");
    topic.subscriptions().forEach(each -> subscriptions.add(of(each)));
    return node;
  }

  static TopicSettings topic(JsonNode node) {
    List<SubscriptionSettings> subscriptions = new ArrayList<>();
    node.path("subscriptions").forEach(each -> subscriptions.add(subscription(each)));
    return new TopicSettings(node.path("name").asText(), sending(node), life(node), subscriptions);
  }

  private static ObjectNode of(SubscriptionSettings subscription) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", subscription.name());
    put(node, subscription.receiving());
    put(node, subscription.life());
    var rules = node.putArray("rules");
    subscription.rules().forEach(each -> rules.add(RuleJson.of(each)));
    return node;
  }

  private static SubscriptionSettings subscription(JsonNode node) {
    List<RuleSettings> rules = new ArrayList<>();
    node.path("rules").forEach(each -> rules.add(RuleJson.rule(each)));
    return new SubscriptionSettings(node.path("name").asText(), receiving(node), life(node), rules);
  }

  private static void put(ObjectNode node, ReceiveRules rules) {
    node.put("requiresSession", rules.requiresSession())
        .put("lockDuration", rules.lockDuration().toString())
        .put("maxDeliveryCount", rules.maxDeliveryCount())
        .put("deadLetteringOnExpiration", rules.deadLetteringOnExpiration());
  }

  private static ReceiveRules receiving(JsonNode node) {
    return new ReceiveRules(
        node.path("requiresSession").asBoolean(),
        duration(node, "lockDuration"),
        node.path("maxDeliveryCount").asInt(),
        node.path("deadLetteringOnExpiration").asBoolean());
  }

  private static void put(ObjectNode node, SendRules rules) {
    Duration window = rules.duplicateWindow();
    node.put("maxMessageSizeBytes", rules.maxMessageSizeBytes())
        .put("maxSizeBytes", rules.maxSizeBytes())
        .put("duplicateWindow", window == null ? null : window.toString());
  }

  private static SendRules sending(JsonNode node) {
    return new SendRules(
        node.path("maxMessageSizeBytes").asInt(),
        node.path("maxSizeBytes").asLong(),
        node.hasNonNull("duplicateWindow") ? duration(node, "duplicateWindow") : null);
  }

  private static void put(ObjectNode node, LifeRules rules) {
    node.put("defaultTimeToLive", rules.defaultTimeToLive().toString())
        .put("autoDeleteOnIdle", rules.autoDeleteOnIdle().toString())
        .put("status", rules.status().name());
  }

  private static LifeRules life(JsonNode node) {
    return new LifeRules(
        duration(node, "defaultTimeToLive"),
        duration(node, "autoDeleteOnIdle"),
        EntityStatus.valueOf(node.path("status").asText()));
  }

  private static Duration duration(JsonNode node, String name) {
    return Duration.parse(node.path(name).asText());
  }
}
