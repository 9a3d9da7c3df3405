package io.twinbus.receiver.session.state;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The session's record as this worker's last successful read or write showed it. */
public final class LedgerView {

  private final Duration readInterval;
  private @Nullable ReadOutcome<SessionRecord> seen;
  private MonotonicTime at;
  private MonotonicTime readNotBefore;

  public LedgerView(Duration readInterval, MonotonicTime start) {
    this.readInterval = readInterval;
    this.at = start;
    this.readNotBefore = start;
  }

  /** Whether a read or write has shown the record, or that there is none. */
  public boolean isKnown() {
    return seen != null;
  }

  /** What was shown: {@code Found} or {@code Absent}. */
  public ReadOutcome<SessionRecord> seen() {
    ReadOutcome<SessionRecord> known = seen;
    if (known == null) {
      throw new IllegalStateException("The session's record has not been read.");
    }
    return known;
  }

  /** The record and its version; empty while there is none, or it has not been read. */
  public Optional<ReadOutcome.Found<SessionRecord>> found() {
    return seen instanceof ReadOutcome.Found<SessionRecord> found
        ? Optional.of(found)
        : Optional.empty();
  }

  /** How far the session's messages have ended in the ledger: this settles copies. */
  public Progress progress() {
    return seen instanceof ReadOutcome.Found<SessionRecord> found
        ? found.record().progress()
        : Progress.NONE;
  }

  /** What the record says of message records beside it. */
  public BesideRecord beside() {
    return progress().annex();
  }

  /** The fencing token on record; 0 where there is none. */
  public long token() {
    return seen instanceof ReadOutcome.Found<SessionRecord> found ? found.record().token() : 0L;
  }

  /** When the record was seen; when the worker began, while it was not. */
  public MonotonicTime at() {
    return at;
  }

  /** Whether the record has not been seen for a read interval. */
  public boolean isStale(MonotonicTime now) {
    return seen == null || now.isAtOrAfter(staleAt());
  }

  /** When the view is too old to decide on. */
  public MonotonicTime staleAt() {
    return at.plus(readInterval);
  }

  /** Makes the view a read interval older than it is: the owner may have changed. */
  public void age() {
    at = at.plus(readInterval.negated());
  }

  /** The earliest time of the next read: the last one may have failed. */
  public MonotonicTime readNotBefore() {
    return readNotBefore;
  }

  /** Takes in what a read or write showed; answers whether it showed anything. */
  public boolean take(ReadOutcome<SessionRecord> outcome, MonotonicTime now) {
    if (outcome instanceof ReadOutcome.Unknown<SessionRecord>) {
      readNotBefore = now.plus(readInterval);
      return false;
    }
    seen = outcome;
    at = now;
    return true;
  }
}
