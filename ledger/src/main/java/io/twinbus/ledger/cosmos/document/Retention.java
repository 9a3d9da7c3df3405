package io.twinbus.ledger.cosmos.document;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * How long the account keeps a document after its last write, as its {@code ttl} field.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session for a session record without anything to wait for
 * @param explicit for what holds the cursor of a stream that the application numbers; empty: for
 *     ever
 */
public record Retention(Duration session, Optional<Duration> explicit) {

  /** The value of {@code ttl} that keeps a document for ever. */
  public static final int FOREVER = -1;

  /**
   * A lease that was not renewed for an hour is waste, and so are the instance's vitals. It is not
   * the lease's expiry: observers judge that by the beat, and deletion may lag.
   */
  public static final int LEASE_SECONDS = 3_600;

  /** An entry of the audit container: 400 days. */
  public static final int AUDIT_SECONDS = 400 * 86_400;

  /** What the start-up probe leaves behind. */
  public static final int PROBE_SECONDS = 60;

  /** Explicit streams are remembered for ever. */
  public Retention(Duration session) {
    this(session, Optional.empty());
  }

  /**
   * A record that waits for an operator must not vanish, nor one that holds application state. One
   * with the cursor of an explicit stream stays as long as that.
   */
  public int secondsFor(SessionRecord record) {
    boolean held =
        record.status() == SessionStatus.BLOCKED
            || !record.progress().waiting().isEmpty()
            || record.state().isPresent();
    return held ? FOREVER : secondsFor(record.progress().cursors().values());
  }

  /**
   * A message record is written when its message starts and when it ends, and a page once: it stays
   * as long as a session record without anything to wait for. A cold stream stays as long as its
   * cursor would in the record.
   */
  public int secondsFor(MessageContent content) {
    return secondsFor(
        content instanceof MessageContent.Cold cold ? List.of(cold.cursor()) : List.of());
  }

  /** What is left of a session that was forgotten stays no longer than stragglers may come. */
  public int secondsForForgotten() {
    return Math.toIntExact(session.toSeconds());
  }

  private int secondsFor(Collection<Cursor> cursors) {
    if (cursors.stream().noneMatch(Cursor::explicit)) {
      return Math.toIntExact(session.toSeconds());
    }
    return explicit.map(time -> Math.toIntExact(time.toSeconds())).orElse(FOREVER);
  }
}
