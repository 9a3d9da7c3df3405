package io.twinbus.local.cosmos.store;

/** How an operation on an item ended. */
public enum ItemOutcome {
  CREATED,
  OK,
  DELETED,
  NOT_MODIFIED,
  NOT_FOUND,
  /** An item of this id exists. */
  CONFLICT,
  /** The item's version is not the one that the caller holds. */
  STALE,
  /** The condition of a patch does not hold. */
  CONDITION_FALSE,
  BAD_REQUEST,
  TOO_LARGE,
  /** The logical partition holds as much as it may. */
  PARTITION_FULL;

  /** Whether the operation did what was asked. */
  public boolean succeeded() {
    return this == CREATED || this == OK || this == DELETED || this == NOT_MODIFIED;
  }
}
