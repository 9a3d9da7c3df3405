package io.twinbus.local.servicebus.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the entities of one namespace; every mistake is told with its place. */
final class EntityReader {
  private static final Place NOTHING = new Place("", JsonNodeFactory.instance.objectNode());

  private EntityReader() {}

  static NamespaceSettings namespace(Place namespace) {
    namespace.only(Set.of("Name", "Queues", "Topics"));
    List<QueueSettings> queues = new ArrayList<>();
    namespace.each("Queues").forEach(place -> queues.add(queue(place)));
    List<TopicSettings> topics = new ArrayList<>();
    namespace.each("Topics").forEach(place -> topics.add(topic(place)));
    return namespace.apply(() -> new NamespaceSettings(queues, topics));
  }

  static QueueSettings queue(Place place) {
    place.only(Set.of("Name", "Properties"));
    Place properties =
        properties(
            place,
            PropertyReader.RECEIVING,
            PropertyReader.SENDING,
            PropertyReader.LIFE,
            PropertyReader.FORWARDING);
    PropertyReader.refuseForwarding(properties);
    String name = place.get("Name").text();
    return place.apply(
        () ->
            new QueueSettings(
                name,
                PropertyReader.receiving(properties),
                PropertyReader.sending(properties),
                PropertyReader.life(properties)));
  }

  static TopicSettings topic(Place place) {
    place.only(Set.of("Name", "Properties", "Subscriptions"));
    Place properties = properties(place, PropertyReader.SENDING, PropertyReader.LIFE);
    List<SubscriptionSettings> subscriptions = new ArrayList<>();
    place.each("Subscriptions").forEach(each -> subscriptions.add(subscription(each)));
    String name = place.get("Name").text();
    return place.apply(
        () ->
            new TopicSettings(
                name,
                PropertyReader.sending(properties),
                PropertyReader.life(properties),
                subscriptions));
  }

  static SubscriptionSettings subscription(Place place) {
    place.only(Set.of("Name", "Properties", "Rules"));
    Place properties =
        properties(place, PropertyReader.RECEIVING, PropertyReader.LIFE, PropertyReader.FORWARDING);
    PropertyReader.refuseForwarding(properties);
    String name = place.get("Name").text();
    return place.apply(
        () ->
            new SubscriptionSettings(
                name,
                PropertyReader.receiving(properties),
                PropertyReader.life(properties),
                RuleReader.rules(place)));
  }

  @SafeVarargs
  private static Place properties(Place entity, Set<String>... known) {
    Set<String> names = new HashSet<>();
    for (Set<String> some : known) {
      names.addAll(some);
    }
    return entity.find("Properties").orElse(NOTHING).only(names);
  }
}
