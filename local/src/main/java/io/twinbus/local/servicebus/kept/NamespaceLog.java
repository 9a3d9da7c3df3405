package io.twinbus.local.servicebus.kept;

import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.amqp.encoding.MalformedMessageException;
import io.twinbus.local.servicebus.broker.EntityContents;
import io.twinbus.local.servicebus.broker.EntityJournal;
import io.twinbus.local.servicebus.broker.NamespaceJournal;
import io.twinbus.local.servicebus.broker.StoredMessage;
import io.twinbus.local.storage.Changes;
import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.DataDirectoryException;
import io.twinbus.local.storage.KeptMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Keeps the entities of one region in a data directory.
 *
 * <p>Changes gather until {@link #handOver()} makes one group of them, so that a batch, or a
 * message on its way to the dead-letter queue, is kept whole or not at all. Used on the region's
 * one thread.
 */
public final class NamespaceLog implements NamespaceJournal {
  private static final String PREFIX = "servicebus/";

  private final DataDirectory data;
  private final String region;
  private final StoredMessageCodec codec = new StoredMessageCodec();
  private final KeptMap sequenceNumbers;
  private final Map<String, byte[]> lastNumbers;
  private final KeptEntities entities;
  private final Map<String, Long> newNumbers = new LinkedHashMap<>();
  private Changes pending = new Changes();
  private long newestGroup;

  /** For a region whose data is in this directory. */
  public NamespaceLog(DataDirectory data, String region) {
    this.data = data;
    this.region = region;
    this.sequenceNumbers = data.map(PREFIX + region + "/sequence-numbers");
    this.lastNumbers = data.take(sequenceNumbers);
    this.entities = new KeptEntities(data, data.map(PREFIX + region + "/entities"));
  }

  /** The entities to start with: those of the configuration with what has become of them. */
  public NamespaceSettings entities(NamespaceSettings configured) {
    return entities.over(configured);
  }

  @Override
  public EntityJournal of(String entity) {
    String key = entity.toLowerCase(Locale.ROOT);
    return new EntityLog(this, key, messages(key), sessions(key), messageIds(key));
  }

  @Override
  public EntityContents contents(String entity) {
    String key = entity.toLowerCase(Locale.ROOT);
    List<StoredMessage> messages = new ArrayList<>();
    data.take(messages(key))
        .forEach((number, value) -> messages.add(decode(entity, Long.parseLong(number), value)));
    messages.sort(Comparator.comparingLong(message -> message.numbers().current()));
    byte[] last = lastNumbers.get(key);
    return new EntityContents(
        last == null ? 0 : ByteBuffer.wrap(last).getLong(),
        messages,
        data.take(sessions(key)),
        EntityLog.seenIds(data.take(messageIds(key))));
  }

  @Override
  public void changed(QueueSettings now) {
    entities.changed(pending, now);
  }

  @Override
  public void changed(TopicSettings now) {
    entities.changed(pending, now);
  }

  @Override
  public void deleted(String name) {
    entities.deleted(pending, name.toLowerCase(Locale.ROOT));
  }

  /** Hands what has changed over to be kept; answers the number of the newest group. */
  public long handOver() {
    newNumbers.forEach(
        (entity, number) -> pending.put(sequenceNumbers, entity, EntityLog.bytes(number)));
    newNumbers.clear();
    if (!pending.isEmpty()) {
      newestGroup = data.write(pending);
      pending = new Changes();
    }
    return newestGroup;
  }

  /**
   * Refuses data of regions that are not served.
   *
   * @throws DataDirectoryException if there is any
   */
  public static void checkRegions(DataDirectory data, List<String> served) {
    for (String name : data.names()) {
      String region = name.startsWith(PREFIX) ? name.split("/", 3)[1] : "";
      if (!region.isEmpty() && !served.contains(region)) {
        throw new DataDirectoryException(
            "The data directory %s holds data of the region '%s', which is none of %s."
                .formatted(data.path(), region, String.join(", ", served)));
      }
    }
  }

  /**
   * Refuses messages and session states that no entity has taken; to be called when all have.
   *
   * @throws DataDirectoryException if there is any
   */
  public void checkAllTaken() {
    String prefix = PREFIX + region + "/";
    for (String name : data.names()) {
      if (name.startsWith(prefix)) {
        String entity = name.substring(prefix.length(), name.lastIndexOf('/'));
        throw new DataDirectoryException(
            "The data directory %s holds data of '%s' in region '%s', which is not configured."
                .formatted(data.path(), entity, region));
      }
    }
  }

  Changes pending() {
    return pending;
  }

  StoredMessageCodec codec() {
    return codec;
  }

  void numbered(String entity, long number) {
    newNumbers.put(entity, number);
  }

  private KeptMap messages(String entity) {
    return data.map(PREFIX + region + "/" + entity + "/messages");
  }

  private KeptMap sessions(String entity) {
    return data.map(PREFIX + region + "/" + entity + "/session-states");
  }

  private KeptMap messageIds(String entity) {
    return data.map(PREFIX + region + "/" + entity + "/message-ids");
  }

  private StoredMessage decode(String entity, long number, byte[] value) {
    try {
      return codec.decode(number, value);
    } catch (MalformedMessageException e) {
      throw new DataDirectoryException(
          "The data directory %s holds a message of '%s' that cannot be read."
              .formatted(data.path(), entity),
          e);
    }
  }
}
