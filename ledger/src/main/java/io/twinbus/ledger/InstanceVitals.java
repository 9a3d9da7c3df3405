package io.twinbus.ledger;

import io.twinbus.protocol.RegionName;
import java.time.Instant;

/**
 * What an instance tells about itself, in a document beside its lease: for people, and for
 * instances of its region that doubt their handler. No claim is decided by it.
 *
 * <p>Only the instance writes it, every ten seconds and soon after a change that matters, without a
 * condition. Immutable and thread-safe.
 *
 * @param instance the instance
 * @param region its region
 * @param startedAt the instance's wall time at its start
 * @param stats its state and its counts
 * @param stamp the mark of the last write
 */
public record InstanceVitals(
    InstanceId instance, RegionName region, Instant startedAt, InstanceStats stats, WriteMark stamp)
    implements LedgerDocument {}
