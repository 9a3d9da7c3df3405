package io.twinbus.local.servicebus.kept;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.storage.Changes;
import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.DataDirectoryException;
import io.twinbus.local.storage.KeptMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entities of a region that were created, changed or deleted while it ran.
 *
 * <p>Kept for each are its settings and those that were configured then. As long as the
 * configuration says the same of it, what is kept holds; once it says something else, the
 * configuration does. Used on the region's one thread.
 */
final class KeptEntities {
  private static final Logger LOG = LoggerFactory.getLogger(KeptEntities.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode NONE = JsonNodeFactory.instance.objectNode();
  private static final String QUEUE = "queue";
  private static final String TOPIC = "topic";
  private static final String CONFIGURED = "configured";
  private static final String NOW = "now";

  private final DataDirectory data;
  private final KeptMap map;
  private final Map<String, byte[]> kept;
  private final Map<String, JsonNode> configured = new HashMap<>();

  KeptEntities(DataDirectory data, KeptMap map) {
    this.data = data;
    this.map = map;
    this.kept = new TreeMap<>(data.take(map));
  }

  /** The configured entities with what has become of them. */
  NamespaceSettings over(NamespaceSettings settings) {
    settings.queues().forEach(queue -> configured.put(queue.key(), described(queue)));
    settings.topics().forEach(topic -> configured.put(topic.key(), described(topic)));
    Map<String, JsonNode> now = new LinkedHashMap<>();
    settings.queues().forEach(queue -> now.put(queue.key(), configured(queue.key())));
    settings.topics().forEach(topic -> now.put(topic.key(), configured(topic.key())));
    kept.forEach(
        (key, value) -> {
          JsonNode change = read(value);
          if (change.path(CONFIGURED).equals(configured(key))) {
            now.put(key, change.path(NOW));
          } else {
            LOG.warn("The configuration of {} has changed, and holds from now on.", key);
          }
        });
    return settings(now);
  }

  void changed(Changes group, QueueSettings queue) {
    put(group, queue.key(), described(queue));
  }

  void changed(Changes group, TopicSettings topic) {
    put(group, topic.key(), described(topic));
  }

  void deleted(Changes group, String key) {
    put(group, key, NONE);
  }

  private void put(Changes group, String key, JsonNode now) {
    JsonNode before = configured(key);
    if (now.equals(before)) {
      group.remove(map, key);
      return;
    }
    ObjectNode change = JsonNodeFactory.instance.objectNode();
    change.set(CONFIGURED, before);
    change.set(NOW, now);
    group.put(map, key, bytes(change));
  }

  private JsonNode configured(String key) {
    return configured.getOrDefault(key, NONE);
  }

  private NamespaceSettings settings(Map<String, JsonNode> entities) {
    List<QueueSettings> queues = new ArrayList<>();
    List<TopicSettings> topics = new ArrayList<>();
    for (JsonNode entity : entities.values()) {
      if (entity.has(QUEUE)) {
        queues.add(SettingsJson.queue(entity.path(QUEUE)));
      } else if (entity.has(TOPIC)) {
        topics.add(SettingsJson.topic(entity.path(TOPIC)));
      }
    }
    return new NamespaceSettings(queues, topics);
  }

  private JsonNode described(QueueSettings queue) {
    return asRead(JsonNodeFactory.instance.objectNode().set(QUEUE, SettingsJson.of(queue)));
  }

  private JsonNode described(TopicSettings topic) {
    return asRead(JsonNodeFactory.instance.objectNode().set(TOPIC, SettingsJson.of(topic)));
  }

  /** Numbers that are written alike are then of the same type. */
  private JsonNode asRead(JsonNode node) {
    return read(bytes(node));
  }

  private JsonNode read(byte[] value) {
    try {
      return JSON.readTree(value);
    } catch (IOException e) {
      throw new DataDirectoryException(
          "The data directory %s holds an entity that cannot be read.".formatted(data.path()), e);
    }
  }

  private static byte[] bytes(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }
}
