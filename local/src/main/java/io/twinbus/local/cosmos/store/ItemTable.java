package io.twinbus.local.cosmos.store;

import io.twinbus.local.cosmos.sql.Filter;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The items of a container by id, by number and by the properties that queries ask for.
 *
 * <p>Used under the container's lock, except for the streams over many partitions: those go on
 * beside writes and show each item as it is when they meet it.
 */
final class ItemTable {
  private final Map<PartitionKey, Partition> partitions = new HashMap<>();
  private final ConcurrentNavigableMap<Long, Item> byNumber = new ConcurrentSkipListMap<>();
  private final WriteOrder writeOrder = new WriteOrder();
  private final UniqueKeys uniqueKeys;
  private EqualityIndexes indexes;
  private long count;
  private long bytes;

  ItemTable(ContainerDefinition definition) {
    this.uniqueKeys = new UniqueKeys(definition.uniqueKeys());
    this.indexes = new EqualityIndexes(definition.indexing());
  }

  @Nullable Item find(PartitionKey key, String id) {
    Partition partition = partitions.get(key);
    return partition == null ? null : partition.find(id);
  }

  @Nullable Item numbered(long number) {
    return byNumber.get(number);
  }

  long bytes(PartitionKey key) {
    Partition partition = partitions.get(key);
    return partition == null ? 0 : partition.bytes();
  }

  /** How many they are and how much they take. */
  StoredSize size() {
    return new StoredSize(count, bytes);
  }

  /** Goes on with another indexing policy. */
  void index(IndexingPolicy policy) {
    indexes = new EqualityIndexes(policy);
  }

  UniqueKeys uniqueKeys() {
    return uniqueKeys;
  }

  Collection<Item> all() {
    return byNumber.values();
  }

  void put(Item item) {
    Partition partition = partitions.computeIfAbsent(item.partition(), absent -> new Partition());
    Item before = partition.find(item.id());
    if (before != null) {
      forget(before);
    }
    count += before == null ? 1 : 0;
    bytes += item.bytes() - (before == null ? 0 : before.bytes());
    partition.put(item);
    byNumber.put(item.number(), item);
    indexes.add(item);
    uniqueKeys.add(item);
    writeOrder.add(item);
  }

  /** Removes all; answers how many. */
  int clear() {
    List<Item> all = List.copyOf(byNumber.values());
    all.forEach(this::remove);
    return all.size();
  }

  void remove(Item item) {
    Partition partition = partitions.get(item.partition());
    Item stored = partition == null ? null : partition.find(item.id());
    if (partition != null && stored != null) {
      count--;
      bytes -= stored.bytes();
      partition.remove(item.id());
      forget(item);
      if (partition.items().isEmpty()) {
        partitions.remove(item.partition());
      }
    }
  }

  /** The items of one partition that may match, by ascending number. */
  Stream<Item> in(PartitionKey key, List<Filter> filters) {
    Partition partition = partitions.get(key);
    if (partition == null) {
      return Stream.of();
    }
    // Copied, because the caller reads on after the lock is gone.
    List<Item> items = List.copyOf(partition.items());
    Posting posting = items.size() < Posting.WORTH_WHILE ? null : indexes.best(filters, all());
    Stream<Item> found =
        posting == null || posting.size() > items.size()
            ? items.stream().sorted(Comparator.comparingLong(Item::number))
            : posting.after(-1).filter(item -> item.partition().equals(key));
    return found;
  }

  /** The items above this number that may match, by ascending number. */
  Stream<Item> after(long number, List<Filter> filters) {
    Posting posting = indexes.best(filters, all());
    return posting == null
        ? byNumber.tailMap(number, false).values().stream()
        : posting.after(number);
  }

  /** The items that were written after this write, the earliest first. */
  Stream<Item> writtenAfter(long sequence) {
    return writeOrder.after(sequence, all());
  }

  private void forget(Item item) {
    // A version that took its place meanwhile has the same number.
    byNumber.remove(item.number(), item);
    indexes.remove(item);
    uniqueKeys.remove(item);
    writeOrder.remove(item);
  }
}
