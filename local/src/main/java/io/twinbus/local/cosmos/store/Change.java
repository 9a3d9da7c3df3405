package io.twinbus.local.cosmos.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that a write has changed, complete enough to bring a copy up to date. Immutable and
 * thread-safe.
 */
public sealed interface Change {
  /** The name of the database that it concerns. */
  String database();

  /** A database was made; {@code createdAt} in seconds since the epoch. */
  record DatabaseCreated(String database, int number, long createdAt) implements Change {}

  /** A database is gone with all that it held. */
  record DatabaseDeleted(String database) implements Change {}

  /** A container was made; {@code createdAt} in seconds since the epoch. */
  record ContainerCreated(
      String database, ContainerDefinition definition, int number, long createdAt)
      implements Change {}

  /** A container is gone with its items. */
  record ContainerDeleted(String database, String container) implements Change {}

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
