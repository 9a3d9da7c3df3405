package io.twinbus.local.servicebus.management;

import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.LifeRules;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ReceiveRules;
import io.twinbus.local.servicebus.SendRules;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.broker.MessageQueue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Entities as the service's Atom entries describe them, with what they hold. */
final class EntityXml {
  private static final String COUNTS =
      "http://schemas.microsoft.com/netservices/2011/06/servicebus";

  // The service says this, too, of what has never happened; clients insist on some time.
  private static final String NOT_KEPT = "0001-01-01T00:00:00Z";

  private EntityXml() {}

  static String entry(QueueSettings queue, MessageQueue held) {
    Map<String, Object> fields = new LinkedHashMap<>();
    receiving(queue.receiving(), fields);
    sending(queue.sending(), fields);
    life(queue.life(), fields);
    off(fields, "IsAnonymousAccessible", "EnableExpress");
    fields.put("SupportOrdering", true);
    counted(held, fields);
    return AtomXml.entry(queue.name(), queue.name(), "QueueDescription", fields);
  }

  static String entry(TopicSettings topic) {
    Map<String, Object> fields = new LinkedHashMap<>();
    sending(topic.sending(), fields);
    life(topic.life(), fields);
    off(
        fields,
        "IsAnonymousAccessible",
        "EnableExpress",
        "EnableSubscriptionPartitioning",
        "FilteringMessagesBeforePublishing");
    fields.put("SupportOrdering", true);
    fields.put("SubscriptionCount", topic.subscriptions().size());
    return AtomXml.entry(topic.name(), topic.name(), "TopicDescription", fields);
  }

  static String entry(SubscriptionSettings subscription, MessageQueue held) {
    Map<String, Object> fields = new LinkedHashMap<>();
    receiving(subscription.receiving(), fields);
    life(subscription.life(), fields);
    fields.put("DeadLetteringOnFilterEvaluationExceptions", true);
    counted(held, fields);
    return AtomXml.entry(held.name(), subscription.name(), "SubscriptionDescription", fields);
  }

  /** What a client is told of the namespace itself. */
  static String namespace(String name) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("Alias", name);
    fields.put("CreatedTime", NOT_KEPT);
    fields.put("MessagingSKU", "Premium");
    fields.put("MessagingUnits", 1);
    fields.put("ModifiedTime", NOT_KEPT);
    fields.put("Name", name);
    fields.put("NamespaceType", "Messaging");
    return AtomXml.entry("$namespaceinfo", name, "NamespaceInfo", fields);
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
    fields.put("EntityAvailabilityStatus", "Available");
    fields.put("CreatedAt", NOT_KEPT);
    fields.put("UpdatedAt", NOT_KEPT);
    fields.put("AccessedAt", NOT_KEPT);
  }

  private static void counted(MessageQueue held, Map<String, Object> fields) {
    EntityCounts counts = held.counts();
    // As in the service, what is locked or deferred counts as active here.
    int active = counts.unsettled() - counts.scheduled();
    StringBuilder details = new StringBuilder("<CountDetails xmlns:c=\"" + COUNTS + "\">");
    AtomXml.element(details, "c:ActiveMessageCount", active);
    AtomXml.element(details, "c:DeadLetterMessageCount", counts.deadLettered());
    AtomXml.element(details, "c:ScheduledMessageCount", counts.scheduled());
    AtomXml.element(details, "c:TransferDeadLetterMessageCount", 0);
    AtomXml.element(details, "c:TransferMessageCount", 0);
    fields.put("MessageCount", counts.unsettled() + counts.deadLettered());
    fields.put("SizeInBytes", held.sizeBytes());
    fields.put("CountDetails", new AtomXml.Raw(details + "</CountDetails>"));
  }

  /** What is not emulated; some clients insist on being told so. */
  private static void off(Map<String, Object> fields, String... names) {
    for (String name : names) {
      fields.put(name, false);
    }
  }

  private static String word(EntityStatus status) {
    return switch (status) {
      case ACTIVE -> "Active";
      case DISABLED -> "Disabled";
      case SEND_DISABLED -> "SendDisabled";
      case RECEIVE_DISABLED -> "ReceiveDisabled";
    };
  }
}
