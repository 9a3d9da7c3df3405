package io.twinbus.local.cosmos.store;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A named set of containers. Thread-safe. */
public final class Database {
  private final String id;
  private final int number;
  private final InstantSource clock;
  private final long createdAt;
  private final Map<String, Container> containers = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  Database(String id, int number, InstantSource clock) {
    this.id = id;
    this.number = number;
    this.clock = clock;
    this.createdAt = clock.instant().getEpochSecond();
  }

  /** Its name. */
  public String id() {
    return id;
  }

  /** The opaque id by which clients address it too. */
  public String resourceId() {
    return ResourceIds.database(number);
  }

  /** When it was made, in seconds since the epoch. */
  public long createdAt() {
    return createdAt;
  }

  /** Creates a container; empty if there is one of this name. */
  public Optional<Container> createContainer(ContainerDefinition definition) {
    Container created = new Container(definition, number, numbers.incrementAndGet(), clock);
    return containers.putIfAbsent(definition.id(), created) == null
        ? Optional.of(created)
        : Optional.empty();
  }

  /** The container of this name or resource id. */
  public Optional<Container> container(String nameOrResourceId) {
    Container named = containers.get(nameOrResourceId);
    return named != null
        ? Optional.of(named)
        : containers.values().stream()
            .filter(c -> c.resourceId().equals(nameOrResourceId))
            .findFirst();
  }

  /** Forgets a container and its items. */
  public void delete(Container container) {
    containers.remove(container.definition().id(), container);
  }
}
