package io.twinbus.ledger.store;

import java.time.Duration;
import java.util.Optional;

/** What became of a write: three outcomes, not two. */
public sealed interface WriteOutcome {

  /** The write was applied, and the document now has {@code version}. */
  record Written(Version version) implements WriteOutcome {}

  /** This call was not applied: the document exists (create) or has another version (replace). */
  record Conflict() implements WriteOutcome {}

  /**
   * The write may have been applied, now or later; {@code why} is for logs. Only the same write
   * again finds out.
   *
   * @param retryAfter how long the ledger wants to be left alone, where it refused the write
   *     because too much is asked of it; that write was not applied
   */
  record Unknown(String why, Optional<Duration> retryAfter) implements WriteOutcome {

    /** A write of which nothing is known. */
    public Unknown(String why) {
      this(why, Optional.empty());
    }
  }
}
