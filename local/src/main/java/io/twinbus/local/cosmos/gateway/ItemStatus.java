package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.store.ItemOutcome;

/** HTTP statuses of item operations. */
final class ItemStatus {
  /** The substatus of a patch whose condition does not hold. */
  static final int CONDITION_FALSE_SUBSTATUS = 1_110;

  private static final int PARTITION_FULL_SUBSTATUS = 1_014;

  private ItemStatus() {}

  static int of(ItemOutcome outcome) {
    return switch (outcome) {
      case CREATED -> 201;
      case OK -> 200;
      case DELETED -> 204;
      case NOT_MODIFIED -> 304;
      case NOT_FOUND -> 404;
      case CONFLICT -> 409;
      case STALE, CONDITION_FALSE -> 412;
      case BAD_REQUEST -> 400;
      case TOO_LARGE -> 413;
      case PARTITION_FULL -> 403;
    };
  }

  static int substatus(ItemOutcome outcome) {
    return switch (outcome) {
      case CONDITION_FALSE -> CONDITION_FALSE_SUBSTATUS;
      case PARTITION_FULL -> PARTITION_FULL_SUBSTATUS;
      default -> 0;
    };
  }
}
