package io.twinbus.ledger;

import java.time.Instant;

/**
 * The mark that every write leaves on a document.
 *
 * <p>Immutable and thread-safe.
 *
 * @param writeId which write it was
 * @param schema the version of the document's shape
 * @param at the writer's wall time
 */
public record WriteMark(WriteId writeId, int schema, Instant at) {

  /**
   * The version that this build writes, and the newest that it reads. 1: without what is beside a
   * session record; an older build that wrote such a record back would forget that.
   */
  public static final int SCHEMA = 2;

  /** The version of a lease's shape, which has not changed: older builds must see who is alive. */
  private static final int LEASE_SCHEMA = 1;

  /** A stamp of this build. */
  public static WriteMark of(WriteId writeId, Instant at) {
    return new WriteMark(writeId, SCHEMA, at);
  }

  /** A stamp of this build for a lease. */
  public static WriteMark ofLease(WriteId writeId, Instant at) {
    return new WriteMark(writeId, LEASE_SCHEMA, at);
  }
}
