package io.twinbus.local.cosmos.store;

import io.twinbus.local.cosmos.sql.Row;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The items of one container, by partition.
 *
 * <p>Thread-safe: operations take turns, each sees all that ended before it, and a batch applies
 * whole or not at all. An item past its TTL is invisible at once; its memory is freed when it is
 * next met.
 */
public final class Container {
  private final ContainerDefinition definition;
  private final int database;
  private final int number;
  private final Expiry expiry;
  private final Versions versions;
  private final Map<PartitionKey, Map<String, Item>> partitions = new HashMap<>();
  private final ConcurrentNavigableMap<Long, Item> byNumber = new ConcurrentSkipListMap<>();

  Container(ContainerDefinition definition, int database, int number, InstantSource clock) {
    this.definition = definition;
    this.database = database;
    this.number = number;
    this.expiry = new Expiry(definition.defaultTtlSeconds(), clock);
    this.versions = new Versions(this, clock);
  }

  /** What it was created with. */
  public ContainerDefinition definition() {
    return definition;
  }

  /** The opaque id by which clients address it too. */
  public String resourceId() {
    return ResourceIds.container(database, number);
  }

  /** The path of its resource ids, with a slash at the end. */
  public String selfLink() {
    return "dbs/" + ResourceIds.database(database) + "/colls/" + resourceId() + "/";
  }

  /** The number of writes so far. */
  public long sequence() {
    return versions.last();
  }

  /** When it was made, in seconds since the epoch. */
  public long createdAt() {
    return versions.createdAt();
  }

  /** Applies one operation. */
  public synchronized ItemResult apply(PartitionKey key, Operation operation) {
    Transaction transaction = new Transaction(this, key);
    ItemResult result = operation.in(transaction);
    transaction.commit();
    return result;
  }

  /**
   * Applies operations of one partition, all or none: the results end with the first that failed,
   * and then nothing was written.
   */
  public synchronized List<ItemResult> batch(PartitionKey key, List<Operation> operations) {
    Transaction transaction = new Transaction(this, key);
    List<ItemResult> results = new ArrayList<>();
    for (Operation operation : operations) {
      ItemResult result = operation.in(transaction);
      results.add(result);
      if (!result.outcome().succeeded()) {
        return results;
      }
    }
    transaction.commit();
    return results;
  }

  /** The living items of one partition, in the order of their creation. */
  public synchronized Iterator<Row> rows(PartitionKey key) {
    return partitions.getOrDefault(key, Map.of()).values().stream()
        .filter(expiry::isAlive)
        .map(item -> new Row(item.number(), item.document()))
        .sorted(Comparator.comparingLong(Row::number))
        .iterator();
  }

  /** The living items whose number is above this one, in the order of their creation. */
  public Iterator<Row> rowsAfter(long number) {
    return byNumber.tailMap(number, false).values().stream()
        .filter(expiry::isAlive)
        .map(item -> new Row(item.number(), item.document()))
        .iterator();
  }

  Versions versions() {
    return versions;
  }

  String itemResourceId(long item) {
    return ResourceIds.item(database, number, item);
  }

  @Nullable Item find(PartitionKey key, String id) {
    Item item = partitions.getOrDefault(key, Map.of()).get(id);
    if (item != null && !expiry.isAlive(item)) {
      remove(key, item);
      return null;
    }
    return item;
  }

  void put(PartitionKey key, Item item) {
    partitions.computeIfAbsent(key, absent -> new HashMap<>(4)).put(item.id(), item);
    byNumber.put(item.number(), item);
  }

  void remove(PartitionKey key, Item item) {
    Map<String, Item> partition = partitions.get(key);
    if (partition != null) {
      partition.remove(item.id());
      byNumber.remove(item.number());
      if (partition.isEmpty()) {
        partitions.remove(key);
      }
    }
  }
}
