package io.twinbus.local.cosmos.store;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All databases of one account, in memory.
 *
 * <p>Thread-safe. Every operation on an item is atomic, and so is a batch.
 */
public final class DocumentStore {
  private final InstantSource clock;
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  /** An empty store that takes write times and expiry from the clock. */
  public DocumentStore(InstantSource clock) {
    this.clock = clock;
  }

  /** Creates a database; empty if there is one of this name. */
  public Optional<Database> createDatabase(String id) {
    Database created = new Database(id, numbers.incrementAndGet(), clock);
    return databases.putIfAbsent(id, created) == null ? Optional.of(created) : Optional.empty();
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

  /** Forgets a database and all that it holds. */
  public void delete(Database database) {
    databases.remove(database.id(), database);
  }
}
