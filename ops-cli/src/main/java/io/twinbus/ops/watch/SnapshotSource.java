package io.twinbus.ops.watch;

/** Takes snapshots; not thread-safe. */
sealed interface SnapshotSource extends AutoCloseable permits Observer, QueuesObserver {

  /** What the system shows now. Blocks within the bounds of its requests. */
  Snapshot look();

  @Override
  void close();
}
