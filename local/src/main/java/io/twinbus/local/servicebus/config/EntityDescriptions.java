package io.twinbus.local.servicebus.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.rules.RuleSettings;
import java.util.List;

/**
 * Single entities by their properties as the file has them, for those who get them in another way.
 *
 * <p>All methods throw {@link InvalidEndpointSettingException} in one sentence.
 */
public final class EntityDescriptions {
  private EntityDescriptions() {}

  /** All entities of a namespace, by its {@code Queues} and {@code Topics}. */
  public static NamespaceSettings namespace(JsonNode namespace) {
    return EntityReader.namespace(new Place("", namespace));
  }

  /** A queue by its {@code Name} and {@code Properties}. */
  public static QueueSettings queue(JsonNode queue) {
    return EntityReader.queue(new Place("", queue));
  }

  /** A topic by its {@code Name}, {@code Properties} and {@code Subscriptions}. */
  public static TopicSettings topic(JsonNode topic) {
    return EntityReader.topic(new Place("", topic));
  }

  /** A subscription by its {@code Name}, {@code Properties} and {@code Rules}. */
  public static SubscriptionSettings subscription(JsonNode subscription) {
    return EntityReader.subscription(new Place("", subscription));
  }

  /** A queue of this name. */
  public static QueueSettings queue(String name, ObjectNode properties) {
    return EntityReader.queue(described(name, properties));
  }

  /** A topic of this name, without subscriptions. */
  public static TopicSettings topic(String name, ObjectNode properties) {
    return EntityReader.topic(described(name, properties));
  }

  /** A subscription of this name with these rules. */
  public static SubscriptionSettings subscription(
      String name, ObjectNode properties, List<RuleSettings> rules) {
    return EntityReader.subscription(described(name, properties)).withRules(rules);
  }

  /** A rule by its {@code Name} and {@code Properties}. */
  public static RuleSettings rule(JsonNode rule) {
    return RuleReader.rule(new Place("", rule));
  }

  private static Place described(String name, ObjectNode properties) {
    ObjectNode entity = JsonNodeFactory.instance.objectNode().put("Name", name);
    entity.set("Properties", properties);
    return new Place("", entity);
  }
}
