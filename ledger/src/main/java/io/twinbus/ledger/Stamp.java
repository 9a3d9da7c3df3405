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
public record Stamp(WriteId writeId, int schema, Instant at) {

  /** The version that this build writes, and the newest that it reads. */
  public static final int SCHEMA = 1;

  /** A stamp of this build. */
  public static Stamp of(WriteId writeId, Instant at) {
    return new Stamp(writeId, SCHEMA, at);
  }
}
