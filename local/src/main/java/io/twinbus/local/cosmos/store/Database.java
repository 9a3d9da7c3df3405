package io.twinbus.local.cosmos.store;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A named set of containers. Thread-safe. */
public final class Database {
  private final StoreContext context;
  private final Map<String, Container> containers = new ConcurrentHashMap<>();
  private volatile Change.DatabaseCreated creation;

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

  /** Its number in the account. */
  public int number() {
    return creation.number();
  }

  /** When it was made, in seconds since the epoch. */
  public long createdAt() {
    return creation.createdAt();
  }

  /** What its containers share; empty: nothing. */
  public Optional<ProvisionedThroughput> throughput() {
    return creation.throughput();
  }

  /** Creates a container that is given no throughput; empty if there is one of this name. */
  public Optional<Container> createContainer(ContainerDefinition definition) {
    return createContainer(definition, Optional.empty());
  }

  /**
   * Creates a container; empty if there is one of this name.
   *
   * @param throughput empty: it shares the database's, or has the lowest where there is none
   */
  public synchronized Optional<Container> createContainer(
      ContainerDefinition definition, Optional<ProvisionedThroughput> throughput) {
    if (containers.containsKey(definition.id())) {
      return Optional.empty();
    }
    Optional<ProvisionedThroughput> own =
        throughput.isPresent() || throughput().isPresent()
            ? throughput
            : Optional.of(ProvisionedThroughput.lowest());
    Change.ContainerCreated change =
        new Change.ContainerCreated(
            id(),
            new ContainerState(definition, own, 0),
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

  /**
   * Gives a container another definition.
   *
   * @throws IllegalArgumentException if it changes what is fixed when a container is made
   */
  public synchronized void replace(Container container, ContainerDefinition next) {
    container.definition().requireReplaceableBy(next);
    change(container, container.state().with(next));
  }

  /** Gives a container another throughput. */
  public synchronized void replace(Container container, ProvisionedThroughput next) {
    change(container, container.state().with(next));
  }

  /** Gives the database another throughput. */
  public synchronized void replace(ProvisionedThroughput next) {
    creation = new Change.DatabaseCreated(id(), number(), createdAt(), Optional.of(next));
    context.log().append(new Change.DatabaseChanged(creation));
  }

  /** Forgets a container and its items. */
  public synchronized void delete(Container container) {
    if (containers.remove(container.definition().id(), container)) {
      context.log().append(new Change.ContainerDeleted(id(), container.definition().id()));
    }
  }

  private void change(Container container, ContainerState next) {
    container.become(next);
    context.log().append(new Change.ContainerChanged(container.creation()));
  }

  synchronized Container accept(Change.ContainerCreated change) {
    context.lastContainer().accumulateAndGet(change.number(), Math::max);
    ContainerIdentity identity =
        new ContainerIdentity(id(), creation.number(), change.number(), change.createdAt());
    Container container = new Container(change.state(), identity, context);
    containers.put(change.container(), container);
    return container;
  }

  synchronized void accept(Change.ContainerChanged change) {
    Container changed = containers.get(change.now().container());
    if (changed != null) {
      changed.become(change.now().state());
    }
  }

  synchronized void accept(Change.ContainerDeleted change) {
    containers.remove(change.container());
  }

  synchronized void accept(Change.DatabaseChanged change) {
    creation = change.now();
  }

  Change.DatabaseCreated creation() {
    return creation;
  }
}
