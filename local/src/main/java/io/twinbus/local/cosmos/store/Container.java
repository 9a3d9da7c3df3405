package io.twinbus.local.cosmos.store;

import io.twinbus.local.cosmos.sql.Filter;
import io.twinbus.local.cosmos.sql.Row;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The items of one container, by partition.
 *
 * <p>Thread-safe: operations take turns, each sees all that ended before it, and a batch applies
 * whole or not at all. An item past its TTL is invisible at once; its memory is freed when it is
 * next met.
 */
public final class Container {
  private final ContainerIdentity identity;
  private final StoreContext context;
  private volatile ContainerState state;
  private volatile Expiry expiry;
  private final Versions versions;
  private final ItemTable items;
  private final AtomicLong sequence = new AtomicLong();

  Container(ContainerState state, ContainerIdentity identity, StoreContext context) {
    this.state = state;
    this.identity = identity;
    this.context = context;
    this.expiry = new Expiry(definition().defaultTtlSeconds(), context.clock());
    this.versions = new Versions(this, context.clock(), context.era()::get);
    this.items = new ItemTable(definition());
  }

  /** What it was created with, or what a replace has made of it. */
  public ContainerDefinition definition() {
    return state.definition();
  }

  /** Its description, throughput and the number of their changes. */
  public ContainerState state() {
    return state;
  }

  /** Its number in the account. */
  public int number() {
    return identity.number();
  }

  /** The opaque id by which clients address it too. */
  public String resourceId() {
    return identity.resourceId();
  }

  /** The path of its resource ids, with a slash at the end. */
  public String selfLink() {
    return identity.selfLink();
  }

  /** The number of writes that took effect so far; copies that hold the same writes agree on it. */
  public long sequence() {
    return sequence.get();
  }

  /** When it was made, in seconds since the epoch. */
  public long createdAt() {
    return identity.createdAt();
  }

  /** How much it stores. */
  public synchronized StoredSize size() {
    return items.size();
  }

  /** Removes all items of one partition at once; how many they were. */
  public synchronized int clear(PartitionKey key) {
    List<Operation> deletions = new ArrayList<>();
    items
        .in(key, List.of())
        .filter(expiry::isAlive)
        .forEach(item -> deletions.add(new Operation.Delete(item.id(), null)));
    return batch(key, deletions).size();
  }

  /** Applies one operation. */
  public ItemResult apply(PartitionKey key, Operation operation) {
    return batch(key, List.of(operation)).get(0);
  }

  /**
   * Applies operations of one partition, all or none: the results end with the first that failed,
   * and then nothing was written.
   */
  public synchronized List<ItemResult> batch(PartitionKey key, List<Operation> operations) {
    Transaction transaction = new Transaction(this, key, context.limits());
    List<ItemResult> results = new ArrayList<>(operations.size());
    for (Operation operation : operations) {
      ItemResult result = operation.in(transaction);
      results.add(result);
      if (!result.outcome().succeeded()) {
        return results;
      }
    }
    commit(key, transaction);
    return results;
  }

  /**
   * The living items of one partition, in the order of their creation; those that do not meet the
   * filters may be left out.
   */
  public synchronized Iterator<Row> rows(PartitionKey key, List<Filter> filters) {
    return rows(items.in(key, filters));
  }

  /**
   * The living items whose number is above this one, in the order of their creation; those that do
   * not meet the filters may be left out.
   */
  public Iterator<Row> rowsAfter(long number, List<Filter> filters) {
    return rowsAfter(number, KeyRange.ALL, filters);
  }

  /** The same of those whose partition keys lie in a range. */
  public synchronized Iterator<Row> rowsAfter(long number, KeyRange range, List<Filter> filters) {
    return rows(items.after(number, filters).filter(item -> range.has(item.partition())));
  }

  /** A page of the change feed. */
  public synchronized ChangeFeed changes(ChangeFeed.Range range) {
    Stream<Item> written = items.writtenAfter(range.after()).filter(expiry::isAlive);
    return ChangeFeed.page(written, range, sequence());
  }

  /** Takes changes that were made to another copy of this container. */
  synchronized void accept(Change.ItemsChanged change) {
    for (Change.ItemChange item : change.items()) {
      put(change.partition(), item);
    }
    sequence.accumulateAndGet(change.sequence(), Math::max);
  }

  /** Takes from another copy that it has no items any more. */
  synchronized void accept(Change.ContainerEmptied change) {
    items.clear();
    sequence.accumulateAndGet(change.sequence(), Math::max);
  }

  /** Removes all items; answers how many. */
  synchronized int empty() {
    int count = items.clear();
    if (count > 0) {
      long now = sequence.incrementAndGet();
      context
          .log()
          .append(new Change.ContainerEmptied(identity.databaseId(), definition().id(), now));
    }
    return count;
  }

  /** Becomes the one that is written, after a copy whose writes went so far. */
  void continueAfter(long other) {
    sequence.accumulateAndGet(other, Math::max);
  }

  /** All that it holds, as changes to an empty one. */
  synchronized List<Change> contents() {
    List<Change> changes = new ArrayList<>();
    for (Item item : items.all()) {
      changes.add(changed(item.partition(), List.of(new Change.ItemChange(item.id(), item))));
    }
    if (changes.isEmpty() && sequence() > 0) {
      changes.add(changed(PartitionKey.NONE, List.of()));
    }
    return changes;
  }

  Change.ContainerCreated creation() {
    return new Change.ContainerCreated(
        identity.databaseId(), state, identity.number(), identity.createdAt());
  }

  /** Goes on with another definition or throughput. */
  synchronized void become(ContainerState next) {
    expiry = new Expiry(next.definition().defaultTtlSeconds(), context.clock());
    items.index(next.definition().indexing());
    state = next;
  }

  Versions versions() {
    return versions;
  }

  /** The name of the item with this resource id; the resource id itself if there is none. */
  public synchronized String itemId(String resourceId) {
    OptionalLong number = identity.itemNumber(resourceId);
    Item item = number.isEmpty() ? null : items.numbered(number.getAsLong());
    return item == null ? resourceId : item.id();
  }

  String itemResourceId(long item) {
    return identity.itemResourceId(item);
  }

  UniqueKeys uniqueKeys() {
    return items.uniqueKeys();
  }

  long bytes(PartitionKey key) {
    return items.bytes(key);
  }

  @Nullable Item find(PartitionKey key, String id) {
    Item item = items.find(key, id);
    if (item != null && !expiry.isAlive(item)) {
      items.remove(item);
      return null;
    }
    return item;
  }

  private void commit(PartitionKey key, Transaction transaction) {
    if (transaction.isEmpty()) {
      return;
    }
    List<Change.ItemChange> changes = transaction.changes();
    changes.forEach(change -> put(key, change));
    sequence.incrementAndGet();
    context.log().append(changed(key, changes));
  }

  private void put(PartitionKey key, Change.ItemChange change) {
    Item now = change.now();
    if (now != null) {
      versions.saw(now);
      items.put(now);
      return;
    }
    Item before = items.find(key, change.id());
    if (before != null) {
      items.remove(before);
    }
  }

  private Change changed(PartitionKey key, List<Change.ItemChange> changes) {
    return new Change.ItemsChanged(
        identity.databaseId(), definition().id(), key, sequence.get(), changes);
  }

  private Iterator<Row> rows(Stream<Item> found) {
    return found
        .filter(expiry::isAlive)
        .map(item -> new Row(item.number(), item.document()))
        .iterator();
  }
}
