package io.twinbus.local.servicebus.management;

import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.LifeRules;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ReceiveRules;
import io.twinbus.local.servicebus.SendRules;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Entities as the service's Atom entries describe them. */
public final class EntityXml {
  private static final String ATOM = "http://www.w3.org/2005/Atom";
  private static final String SERVICE_BUS =
      "http://schemas.microsoft.com/netservices/2010/10/servicebus/connect";

  private EntityXml() {}

  /**
   * The entry of what {@code path} names: {@code orders}, or {@code events/Subscriptions/audit};
   * empty when there is no such entity.
   */
  public static Optional<String> entry(NamespaceSettings entities, String path) {
    String[] parts = path.split("/", -1);
    if (parts.length == 3 && parts[1].equalsIgnoreCase("subscriptions")) {
      return topic(entities, parts[0])
          .flatMap(topic -> subscription(topic, parts[2]))
          .map(found -> entry(found.name(), "SubscriptionDescription", describe(found)));
    }
    if (parts.length != 1) {
      return Optional.empty();
    }
    Optional<String> queue =
        entities.queues().stream()
            .filter(each -> each.key().equals(key(path)))
            .findFirst()
            .map(found -> entry(found.name(), "QueueDescription", describe(found)));
    return queue.isPresent()
        ? queue
        : topic(entities, path)
            .map(found -> entry(found.name(), "TopicDescription", describe(found)));
  }

  /** Entities are found whatever the case. */
  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static Optional<TopicSettings> topic(NamespaceSettings entities, String name) {
    return entities.topics().stream().filter(each -> each.key().equals(key(name))).findFirst();
  }

  private static Optional<SubscriptionSettings> subscription(TopicSettings topic, String name) {
    return topic.subscriptions().stream().filter(each -> each.key().equals(key(name))).findFirst();
  }

  private static Map<String, Object> describe(QueueSettings queue) {
    Map<String, Object> fields = new LinkedHashMap<>();
    receiving(queue.receiving(), fields);
    sending(queue.sending(), fields);
    life(queue.life(), fields);
    return fields;
  }

  private static Map<String, Object> describe(TopicSettings topic) {
    Map<String, Object> fields = new LinkedHashMap<>();
    sending(topic.sending(), fields);
    life(topic.life(), fields);
    return fields;
  }

  private static Map<String, Object> describe(SubscriptionSettings subscription) {
    Map<String, Object> fields = new LinkedHashMap<>();
    receiving(subscription.receiving(), fields);
    life(subscription.life(), fields);
    return fields;
  }

  private static void receiving(ReceiveRules rules, Map<String, Object> fields) {
    fields.put("LockDuration", rules.lockDuration());
    fields.put("RequiresSession", rules.requiresSession());
    fields.put("DeadLetteringOnMessageExpiration", rules.deadLetteringOnExpiration());
    fields.put("MaxDeliveryCount", rules.maxDeliveryCount());
  }

  private static void sending(SendRules rules, Map<String, Object> fields) {
    Duration window = rules.duplicateWindow();
    fields.put("MaxSizeInMegabytes", rules.maxSizeBytes() / (1024 * 1024));
    fields.put("RequiresDuplicateDetection", window != null);
    fields.put(
        "DuplicateDetectionHistoryTimeWindow",
        window == null ? SendRules.DEFAULT_DUPLICATE_WINDOW : window);
    fields.put("EnablePartitioning", false);
    fields.put("MaxMessageSizeInKilobytes", rules.maxMessageSizeBytes() / 1024);
  }

  private static void life(LifeRules rules, Map<String, Object> fields) {
    fields.put("DefaultMessageTimeToLive", rules.defaultTimeToLive());
    fields.put("AutoDeleteOnIdle", rules.autoDeleteOnIdle());
    fields.put("EnableBatchedOperations", true);
    fields.put("Status", word(rules.status()));
  }

  private static String word(EntityStatus status) {
    return switch (status) {
      case ACTIVE -> "Active";
      case DISABLED -> "Disabled";
      case SEND_DISABLED -> "SendDisabled";
      case RECEIVE_DISABLED -> "ReceiveDisabled";
    };
  }

  private static String entry(String title, String kind, Map<String, Object> fields) {
    StringBuilder xml = new StringBuilder();
    xml.append("<entry xmlns=\"").append(ATOM).append("\"><title type=\"text\">");
    xml.append(escaped(title)).append("</title><content type=\"application/xml\"><");
    xml.append(kind).append(" xmlns=\"").append(SERVICE_BUS).append("\">");
    fields.forEach(
        (name, value) ->
            xml.append('<')
                .append(name)
                .append('>')
                .append(escaped(value.toString()))
                .append("</")
                .append(name)
                .append('>'));
    return xml.append("</").append(kind).append("></content></entry>").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
