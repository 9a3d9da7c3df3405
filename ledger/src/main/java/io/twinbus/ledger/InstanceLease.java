package io.twinbus.ledger;

import io.twinbus.protocol.RegionName;
import java.time.Instant;

/**
 * An instance's sign of life: one document that it renews every few seconds.
 *
 * <p>Immutable and thread-safe.
 *
 * @param instance the instance
 * @param region its region
 * @param beat grows with every renewal; observers compare it, and no clock
 * @param startedAt the instance's wall time at its start, for people
 * @param vitals what it says of itself, for people
 * @param stamp the mark of the last write
 */
public record InstanceLease(
    InstanceId instance,
    RegionName region,
    long beat,
    Instant startedAt,
    InstanceStats vitals,
    WriteMark stamp)
    implements LedgerDocument {

  /** A lease of an instance that says nothing of itself. */
  public InstanceLease(
      InstanceId instance, RegionName region, long beat, Instant startedAt, WriteMark stamp) {
    this(instance, region, beat, startedAt, InstanceStats.UNKNOWN, stamp);
  }
}
