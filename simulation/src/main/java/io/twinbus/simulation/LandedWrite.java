package io.twinbus.simulation;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import org.jspecify.annotations.Nullable;

/**
 * A write to a session record that the ledger has taken.
 *
 * @param before what it was written over; null where there was nothing
 * @param after what it has written
 * @param writer who wrote it
 * @param isServed whether a worker serves the claim of the owner before
 */
record LandedWrite(
    @Nullable SessionRecord before, SessionRecord after, Writer writer, boolean isServed) {

  /** The owner before; null where there was none. */
  @Nullable Owner previousOwner() {
    return before == null ? null : before.custody().owner();
  }

  /** Whether the writer itself has claimed the record that it wrote over. */
  boolean isOverItsOwnClaim() {
    Owner previous = previousOwner();
    return previous != null && writer.claims().contains(previous.claim());
  }
}
