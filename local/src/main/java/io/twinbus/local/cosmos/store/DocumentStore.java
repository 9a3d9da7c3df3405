package io.twinbus.local.cosmos.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One copy of all databases of an account, in memory: a region's.
 *
 * <p>Thread-safe. Every operation on an item is atomic, and so is a batch. What writes change goes
 * to the log; what {@link #accept} takes from another copy's log does not.
 */
public final class DocumentStore {
  private final StoreContext context;
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private int lastNumber;

  /** An empty store that takes write times and expiry from the clock; nobody follows it. */
  public DocumentStore(InstantSource clock) {
    this(clock, Limits.ofTheService(), ChangeLog.NONE);
  }

  /** An empty store with these limits whose changes go to the log. */
  public DocumentStore(InstantSource clock, Limits limits, ChangeLog log) {
    this.context = new StoreContext(clock, limits, log, new AtomicInteger(), new AtomicInteger());
  }

  /** Creates a database without throughput of its own; empty if there is one of this name. */
  public Optional<Database> createDatabase(String id) {
    return createDatabase(id, Optional.empty());
  }

  /** Creates a database; empty if there is one of this name. */
  public synchronized Optional<Database> createDatabase(
      String id, Optional<ProvisionedThroughput> throughput) {
    if (databases.containsKey(id)) {
      return Optional.empty();
    }
    Change.DatabaseCreated change =
        new Change.DatabaseCreated(
            id, lastNumber + 1, context.clock().instant().getEpochSecond(), throughput);
    context.log().append(change);
    return Optional.of(create(change));
  }

  /** The database of this name or resource id. */
  public Optional<Database> database(String nameOrResourceId) {
    Database named = databases.get(nameOrResourceId);
    return named != null
        ? Optional.of(named)
        : databases.values().stream()
            .filter(d -> d.resourceId().equals(nameOrResourceId))
            .findFirst();
  }

  /** All databases, in no order. */
  public Collection<Database> databases() {
    return databases.values();
  }

  /** Forgets a database and all that it holds. */
  public synchronized void delete(Database database) {
    if (databases.remove(database.id(), database)) {
      context.log().append(new Change.DatabaseDeleted(database.id()));
    }
  }

  /** Removes the items of all containers; databases and containers stay. Answers how many. */
  public int empty() {
    return databases.values().stream()
        .flatMap(database -> database.containers().stream())
        .mapToInt(Container::empty)
        .sum();
  }

  /**
   * Takes a change that was made to another copy, in the order of that one's log. What concerns a
   * database or container that is gone is dropped.
   */
  public void accept(Change change) {
    if (change instanceof Change.DatabaseCreated created) {
      create(created);
    } else if (change instanceof Change.DatabaseDeleted) {
      databases.remove(change.database());
    } else {
      Database database = databases.get(change.database());
      if (database != null) {
        accept(database, change);
      }
    }
  }

  /** All that is here, as changes to an empty store. No write may go on meanwhile. */
  public List<Change> contents() {
    List<Change> changes = new ArrayList<>();
    for (Database database : databases.values()) {
      changes.add(database.creation());
      for (Container container : database.containers()) {
        changes.add(container.creation());
        changes.addAll(container.contents());
      }
    }
    return changes;
  }

  /**
   * Becomes the copy that is written, in place of another: versions are numbered on above that
   * one's, and their tags differ from all that it gave.
   *
   * @param era the number of fail-overs so far
   */
  public void succeed(DocumentStore other, int era) {
    context.era().set(era);
    for (Database database : other.databases.values()) {
      for (Container container : database.containers()) {
        database(database.id())
            .flatMap(mine -> mine.container(container.definition().id()))
            .ifPresent(mine -> mine.continueAfter(container.sequence()));
      }
    }
  }

  /**
   * Becomes the copy in which the containers of this name are written, in place of another.
   *
   * @param era the number of fail-overs so far
   */
  public void succeed(DocumentStore other, String container, int era) {
    context.era().set(era);
    for (Database database : other.databases.values()) {
      database
          .container(container)
          .ifPresent(
              theirs ->
                  database(database.id())
                      .flatMap(mine -> mine.container(container))
                      .ifPresent(mine -> mine.continueAfter(theirs.sequence())));
    }
  }

  /** The names of all containers, in whichever database, each once and in order. */
  public List<String> containers() {
    return databases.values().stream()
        .flatMap(database -> database.containers().stream())
        .map(container -> container.definition().id())
        .distinct()
        .sorted()
        .toList();
  }

  private synchronized Database create(Change.DatabaseCreated change) {
    lastNumber = Math.max(lastNumber, change.number());
    Database database = new Database(change, context);
    databases.put(change.database(), database);
    return database;
  }

  private static void accept(Database database, Change change) {
    if (change instanceof Change.ContainerCreated created) {
      database.accept(created);
    } else if (change instanceof Change.ContainerChanged changed) {
      database.accept(changed);
    } else if (change instanceof Change.DatabaseChanged changed) {
      database.accept(changed);
    } else if (change instanceof Change.ContainerDeleted deleted) {
      database.accept(deleted);
    } else if (change instanceof Change.ContainerEmptied emptied) {
      database.container(emptied.container()).ifPresent(container -> container.accept(emptied));
    } else if (change instanceof Change.ItemsChanged changed) {
      database.container(changed.container()).ifPresent(container -> container.accept(changed));
    }
  }
}
