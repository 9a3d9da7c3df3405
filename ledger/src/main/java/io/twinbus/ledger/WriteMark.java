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

  /** The version that this build writes, and the only one that it reads. */
  public static final int SCHEMA = 3;

  /** A stamp of this build. */
  public static WriteMark of(WriteId writeId, Instant at) {
    return new WriteMark(writeId, SCHEMA, at);
  }
}
