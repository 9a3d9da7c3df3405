package io.twinbus.local.cosmos.store;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A named set of containers. Thread-safe. */
public final class Database {
  private final Change.DatabaseCreated creation;
  private final StoreContext context;
  private final Map<String, Container> containers = new ConcurrentHashMap<>();

  Database(Change.DatabaseCreated creation, StoreContext context) {
    this.creation = creation;
    this.context = context;
  }

  /** Its name. */
  public String id() {
    return creation.database();
  }

  /** The opaque id by which clients address it too. */
  public String resourceId() {
    return ResourceIds.database(creation.number());
  }

  /** When it was made, in seconds since the epoch. */
  public long createdAt() {
    return creation.createdAt();
  }

  /** Creates a container; empty if there is one of this name. */
  public synchronized Optional<Container> createContainer(ContainerDefinition definition) {
    if (containers.containsKey(definition.id())) {
      return Optional.empty();
    }
    Change.ContainerCreated change =
        new Change.ContainerCreated(
            id(),
            definition,
            context.lastContainer().incrementAndGet(),
            context.clock().instant().getEpochSecond());
    // Told before it is there for others, so that nothing that it holds is told before it.
    context.log().append(change);
    return Optional.of(accept(change));
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

  /** All containers, in no order. */
  public Collection<Container> containers() {
    return containers.values();
  }

  /** Forgets a container and its items. */
  public synchronized void delete(Container container) {
    if (containers.remove(container.definition().id(), container)) {
      context.log().append(new Change.ContainerDeleted(id(), container.definition().id()));
    }
  }

  synchronized Container accept(Change.ContainerCreated change) {
    context.lastContainer().accumulateAndGet(change.number(), Math::max);
    ContainerIdentity identity =
        new ContainerIdentity(id(), creation.number(), change.number(), change.createdAt());
    Container container = new Container(change.definition(), identity, context);
    containers.put(change.definition().id(), container);
    return container;
  }

  synchronized void accept(Change.ContainerDeleted change) {
    containers.remove(change.container());
  }

  Change.DatabaseCreated creation() {
    return creation;
  }
}
