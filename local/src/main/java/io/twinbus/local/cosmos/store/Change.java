package io.twinbus.local.cosmos.store;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that a write has changed, complete enough to bring a copy up to date. Immutable and
 * thread-safe.
 */
public sealed interface Change {
  /** The name of the database that it concerns. */
  String database();

  /**
   * A database was made; {@code createdAt} in seconds since the epoch.
   *
   * @param throughput what its containers share; empty: nothing
   */
  record DatabaseCreated(
      String database, int number, long createdAt, Optional<ProvisionedThroughput> throughput)
      implements Change {}

  /** A database has another throughput; the rest of its description stays. */
  record DatabaseChanged(DatabaseCreated now) implements Change {
    @Override
    public String database() {
      return now.database();
    }
  }

  /** A database is gone with all that it held. */
  record DatabaseDeleted(String database) implements Change {}

  /** A container was made; {@code createdAt} in seconds since the epoch. */
  record ContainerCreated(String database, ContainerState state, int number, long createdAt)
      implements Change {
    String container() {
      return state.definition().id();
    }
  }

  /** A container has another state; its items stay. */
  record ContainerChanged(ContainerCreated now) implements Change {
    @Override
    public String database() {
      return now.database();
    }
  }

  /** A container is gone with its items. */
  record ContainerDeleted(String database, String container) implements Change {}

  /**
   * A container has no items any more.
   *
   * @param sequence the number of the container's writes, this one included
   */
  record ContainerEmptied(String database, String container, long sequence) implements Change {}

  /**
   * Items of one partition changed together.
   *
   * @param sequence the number of the container's writes, these included
   */
  record ItemsChanged(
      String database,
      String container,
      PartitionKey partition,
      long sequence,
      List<ItemChange> items)
      implements Change {
    public ItemsChanged {
      items = List.copyOf(items);
    }
  }

  /** An item as it is now; null: it is gone. */
  record ItemChange(String id, @Nullable Item now) {}
}
