package io.twinbus.local.cosmos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.regions.AccountJournal;
import io.twinbus.local.cosmos.store.Change;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.storage.Changes;
import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.DataDirectoryException;
import io.twinbus.local.storage.KeptMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the account's documents in a data directory, each value as JSON. Thread-safe: changes of
 * one container come in their order, and those that were made together are kept together.
 */
final class LedgerLog implements AccountJournal {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ERA = "era";

  private final DataDirectory data;
  private final KeptMap account;
  private final KeptMap databases;
  private final KeptMap containers;
  private final KeptMap sequences;
  private final int era;
  private final AtomicLong newestGroup = new AtomicLong();

  LedgerLog(DataDirectory data) {
    this.data = data;
    this.account = data.map("ledger/account");
    this.databases = data.map("ledger/databases");
    this.containers = data.map("ledger/containers");
    this.sequences = data.map("ledger/sequences");
    byte[] last = data.take(account).get(ERA);
    this.era = last == null ? 0 : read(last).path(ERA).asInt() + 1;
    era(era);
  }

  /** The number of the newest group of changes. */
  long newestGroup() {
    return newestGroup.get();
  }

  @Override
  public int era() {
    return era;
  }

  @Override
  public void era(int newEra) {
    Changes group = new Changes();
    group.put(account, ERA, bytes(JsonNodeFactory.instance.objectNode().put(ERA, newEra)));
    write(group);
  }

  @Override
  public List<Change> contents() {
    List<Change> changes = new ArrayList<>();
    data.take(databases)
        .forEach((id, value) -> changes.add(LedgerRecords.database(id, read(value))));
    Map<String, byte[]> written = data.take(sequences);
    data.take(containers)
        .forEach(
            (path, value) -> {
              byte[] sequence = written.get(path);
              addContainer(changes, path, read(value), sequence == null ? 0 : sequence(sequence));
            });
    checkNumbers(changes);
    return changes;
  }

  /** Containers were once numbered database by database, so that clients took two for one. */
  private void checkNumbers(List<Change> changes) {
    Map<Integer, String> byNumber = new HashMap<>();
    for (Change change : changes) {
      if (change instanceof Change.ContainerCreated created) {
        String path = path(created.database(), created.state().definition().id());
        String other = byNumber.put(created.number(), path);
        if (other != null) {
          throw new DataDirectoryException(
              "The data directory %s is of an earlier version, which gave the containers %s and %s the same number: name an empty directory."
                  .formatted(data.path(), other, path));
        }
      }
    }
  }

  @Override
  public void append(Change change) {
    Changes group = new Changes();
    note(group, change);
    write(group);
  }

  @Override
  public void replaced(List<Change> contents) {
    Changes group = new Changes();
    for (Change change : contents) {
      if (change instanceof Change.ContainerCreated created) {
        group.clear(items(created.database(), created.state().definition().id()));
      }
    }
    group.clear(databases);
    group.clear(containers);
    group.clear(sequences);
    contents.forEach(change -> note(group, change));
    write(group);
  }

  @Override
  public void awaitKept() {
    data.awaitKept(newestGroup());
  }

  private void write(Changes group) {
    newestGroup.accumulateAndGet(data.write(group), Math::max);
  }

  private void note(Changes group, Change change) {
    if (change instanceof Change.DatabaseCreated created) {
      group.put(databases, created.database(), bytes(LedgerRecords.of(created)));
    } else if (change instanceof Change.DatabaseChanged changed) {
      group.put(databases, changed.database(), bytes(LedgerRecords.of(changed.now())));
    } else if (change instanceof Change.DatabaseDeleted) {
      group.remove(databases, change.database());
    } else if (change instanceof Change.ContainerCreated created) {
      // A namesake that went with its database may have left items.
      group.clear(items(created.database(), created.state().definition().id()));
      put(group, created);
    } else if (change instanceof Change.ContainerChanged changed) {
      put(group, changed.now());
    } else if (change instanceof Change.ContainerDeleted deleted) {
      String path = path(deleted.database(), deleted.container());
      group.remove(containers, path);
      group.remove(sequences, path);
      group.clear(items(deleted.database(), deleted.container()));
    } else if (change instanceof Change.ContainerEmptied emptied) {
      group.clear(items(emptied.database(), emptied.container()));
      putSequence(group, path(emptied.database(), emptied.container()), emptied.sequence());
    } else if (change instanceof Change.ItemsChanged changed) {
      note(group, changed);
    }
  }

  private void note(Changes group, Change.ItemsChanged changed) {
    KeptMap items = items(changed.database(), changed.container());
    for (Change.ItemChange item : changed.items()) {
      String key = LedgerRecords.key(changed.partition(), item.id());
      Item now = item.now();
      if (now == null) {
        group.remove(items, key);
      } else {
        group.put(items, key, bytes(LedgerRecords.of(now)));
      }
    }
    putSequence(group, path(changed.database(), changed.container()), changed.sequence());
  }

  private void putSequence(Changes group, String container, long last) {
    group.put(sequences, container, bytes(JsonNodeFactory.instance.objectNode().put("last", last)));
  }

  private void addContainer(List<Change> changes, String path, ObjectNode value, long sequence) {
    String database = path.substring(0, path.indexOf('/'));
    Change.ContainerCreated created =
        LedgerRecords.container(database, value).orElseThrow(() -> unreadable(null));
    changes.add(created);
    ContainerDefinition definition = created.state().definition();
    data.take(items(database, definition.id()))
        .forEach(
            (key, item) -> {
              Item kept = LedgerRecords.item(key, read(item)).orElseThrow(() -> unreadable(null));
              changes.add(
                  new Change.ItemsChanged(
                      database,
                      definition.id(),
                      kept.partition(),
                      sequence,
                      List.of(new Change.ItemChange(kept.id(), kept))));
            });
  }

  private void put(Changes group, Change.ContainerCreated now) {
    group.put(
        containers,
        path(now.database(), now.state().definition().id()),
        bytes(LedgerRecords.of(now)));
  }

  private KeptMap items(String database, String container) {
    return data.map("ledger/items/" + path(database, container));
  }

  private static String path(String database, String container) {
    return database + "/" + container;
  }

  private long sequence(byte[] value) {
    return read(value).path("last").asLong();
  }

  private ObjectNode read(byte[] value) {
    try {
      if (JSON.readTree(value) instanceof ObjectNode node) {
        return node;
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    throw unreadable(null);
  }

  private static byte[] bytes(ObjectNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A document is JSON", e);
    }
  }

  private DataDirectoryException unreadable(@Nullable IOException cause) {
    String sentence =
        "The data directory %s holds a document that cannot be read.".formatted(data.path());
    return cause == null
        ? new DataDirectoryException(sentence)
        : new DataDirectoryException(sentence, cause);
  }
}
