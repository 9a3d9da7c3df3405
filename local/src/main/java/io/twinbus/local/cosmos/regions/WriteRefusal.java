package io.twinbus.local.cosmos.regions;

/** Why a region takes no write. */
public enum WriteRefusal {
  /** Another region is the one that is written. */
  NOT_THE_WRITE_REGION,
  /** Too few regions are there to take the write, and the account is strongly consistent. */
  NO_QUORUM,
  /** The region is down. */
  DOWN,
  /** The region has lost the partition. */
  PARTITION_LOST
}
