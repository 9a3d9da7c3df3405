package io.twinbus.local.cosmos.store;

/** A follower of a store's changes: another region's copy, a disk. */
@FunctionalInterface
public interface ChangeLog {
  /** Nobody follows. */
  ChangeLog NONE = change -> {};

  /**
   * Takes a change that is in force now. The write that made it returns only after this call.
   *
   * <p>Calls that concern one container come one at a time and in the order of its writes; those of
   * several containers may come at once.
   */
  void append(Change change);
}
