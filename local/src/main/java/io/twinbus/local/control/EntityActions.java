package io.twinbus.local.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.servicebus.EntityExistsException;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.config.EntityDescriptions;
import io.twinbus.local.servicebus.config.EntityJson;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.rules.InvalidRuleException;
import io.twinbus.local.servicebus.rules.RuleSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What control requests do to the entities of one region.
 *
 * <p>{@code PUT} creates what a path names, or makes it exactly what the body describes in the
 * words of the emulator's file; {@code GET} answers it, or a list, in the same words.
 */
final class EntityActions {
  private static final Set<String> KINDS = Set.of("entities", "queues", "topics");
  private static final String PATHS =
      "'%s' is none of GET /entities and GET, PUT and DELETE of /queues/{queue}, /topics/{topic},"
          + " /topics/{topic}/subscriptions/{subscription} and …/rules/{rule}; GET without the last"
          + " name lists them.";

  private final ServiceBusEndpoint region;

  EntityActions(ServiceBusEndpoint region) {
    this.region = region;
  }

  /** Whether the third segment of a path leads to entities. */
  static boolean isAbout(String segment) {
    return KINDS.contains(segment);
  }

  Object act(String verb, List<String> path, JsonNode body) {
    try {
      if (!isKnown(path)) {
        throw unknown(verb, path);
      }
      if (verb.equals("GET")) {
        return path.size() % 2 == 1 ? list(path) : one(path);
      }
      if (path.size() % 2 == 0 && verb.equals("PUT")) {
        put(path, body);
        return one(path);
      }
      if (path.size() % 2 == 0 && verb.equals("DELETE")) {
        delete(path);
        return Map.of();
      }
      throw unknown(verb, path);
    } catch (NoSuchEntityException e) {
      throw new ControlException(404, String.valueOf(e.getMessage()));
    } catch (EntityExistsException e) {
      throw new ControlException(409, String.valueOf(e.getMessage()));
    } catch (InvalidEndpointSettingException | InvalidRuleException e) {
      throw new ControlException(400, String.valueOf(e.getMessage()));
    }
  }

  private static boolean isKnown(List<String> path) {
    return switch (path.get(0)) {
      case "entities" -> path.size() == 1;
      case "queues" -> path.size() <= 2;
      default ->
          path.size() <= 6
              && (path.size() < 3 || path.get(2).equals("subscriptions"))
              && (path.size() < 5 || path.get(4).equals("rules"));
    };
  }

  private Object list(List<String> path) {
    return switch (path.get(0) + path.size()) {
      case "entities1" -> EntityJson.of(region.entities());
      case "queues1" -> region.entities().queues().stream().map(EntityJson::of).toList();
      case "topics1" -> region.entities().topics().stream().map(EntityJson::of).toList();
      case "topics3" -> topic(path).subscriptions().stream().map(EntityJson::of).toList();
      default -> subscription(path).rules().stream().map(EntityJson::of).toList();
    };
  }

  private ObjectNode one(List<String> path) {
    return switch (path.get(0) + path.size()) {
      case "queues2" ->
          EntityJson.of(
              found(region.entities().queues(), QueueSettings::name, path.get(1), path.get(1)));
      case "topics2" -> EntityJson.of(topic(path));
      case "topics4" -> EntityJson.of(subscription(path));
      default ->
          EntityJson.of(
              found(
                  subscription(path).rules(),
                  RuleSettings::name,
                  path.get(5),
                  subscriptionPath(path) + "/Rules/" + path.get(5)));
    };
  }

  private void put(List<String> path, JsonNode body) {
    ObjectNode described = named(last(path), body);
    switch (path.get(0) + path.size()) {
      case "queues2" -> region.put(EntityDescriptions.queue(described));
      case "topics2" -> region.put(EntityDescriptions.topic(described));
      case "topics4" -> region.put(path.get(1), EntityDescriptions.subscription(described));
      default -> region.put(subscriptionPath(path), EntityDescriptions.rule(described));
    }
  }

  private static ObjectNode named(String name, JsonNode body) {
    if (!(body instanceof ObjectNode described)
        || !described.path("Name").asText(name).equalsIgnoreCase(name)) {
      throw new ControlException(
          400, "The body describes '%s' as the emulator's file does, or is empty.".formatted(name));
    }
    return described.deepCopy().put("Name", name);
  }

  private void delete(List<String> path) {
    // What has no such name among its kind is not there, though another kind may have it.
    ObjectNode there = one(path);
    switch (path.get(0) + path.size()) {
      case "queues2", "topics2" -> region.delete(there.path("Name").asText());
      case "topics4" -> region.delete(subscriptionPath(path));
      default -> region.removeRule(subscriptionPath(path), last(path));
    }
  }

  private TopicSettings topic(List<String> path) {
    return found(region.entities().topics(), TopicSettings::name, path.get(1), path.get(1));
  }

  private SubscriptionSettings subscription(List<String> path) {
    return found(
        topic(path).subscriptions(),
        SubscriptionSettings::name,
        path.get(3),
        subscriptionPath(path));
  }

  private static String subscriptionPath(List<String> path) {
    return path.get(1) + "/Subscriptions/" + path.get(3);
  }

  private static String last(List<String> path) {
    return path.get(path.size() - 1);
  }

  private static <T> T found(List<T> all, Function<T, String> name, String wanted, String whole) {
    return all.stream()
        .filter(each -> name.apply(each).equalsIgnoreCase(wanted))
        .findFirst()
        .orElseThrow(() -> new NoSuchEntityException(whole));
  }

  private static ControlException unknown(String verb, List<String> path) {
    return new ControlException(400, PATHS.formatted(verb + " /" + String.join("/", path)));
  }
}
