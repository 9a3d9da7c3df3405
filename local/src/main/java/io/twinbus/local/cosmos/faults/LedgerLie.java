package io.twinbus.local.cosmos.faults;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rule of Cosmos DB that an account breaks when it was told to, so that a check of the rule can
 * be seen to notice.
 */
public enum LedgerLie {
  /** A create of an item that exists takes its place. */
  CREATES_OVERWRITE,
  /** A replace takes place whatever ETag it names. */
  REPLACES_UNCONDITIONAL,
  /** A region that is not written goes on showing what it has shown of an item once. */
  READS_STALE,
  /** An item's time to live is not kept. */
  TTL_IGNORED,
  /** Queries show items whose time to live is over; reads do not. */
  EXPIRED_QUERIED,
  /** Items of one id are taken for one, whatever their partitions. */
  PARTITIONS_MIXED,
  /** A query leaves out the last item that it finds. */
  QUERIES_CUT;

  /** Its name in JSON, such as {@code reads-stale}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The lie of this name. */
  public static Optional<LedgerLie> labelled(String label) {
    return Stream.of(values()).filter(one -> one.label().equals(label)).findFirst();
  }
}
