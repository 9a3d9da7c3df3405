package io.twinbus.receiver.session;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Since when this process has known of gaps, and of this region's reports of them, by its own
 * monotonic clock: workers come and go, and every one of them would count from its own beginning.
 *
 * <p>Keeps {@value #MOST}, and lets go of the one whose last question is longest ago: most likely
 * its gap is closed. One that is forgotten counts anew, so waits get longer, never shorter.
 * Thread-safe.
 */
public final class GapSightings {

  static final int MOST = 20_000;

  private static final int FIRST_SIZE = 16;
  private static final float LOAD_FACTOR = 0.75f;

  /**
   * What was seen.
   *
   * @param cursor with the stream it identifies the gap; cursors only grow
   * @param report the time that the region's report bears, as its name; null: the gap itself
   */
  private record Sight(SessionId session, StreamId stream, long cursor, @Nullable Instant report) {}

  /** In the order in which they were last asked about. */
  private final Map<Sight, MonotonicTime> since =
      new LinkedHashMap<>(FIRST_SIZE, LOAD_FACTOR, true);

  /** Since when the gap is known; since now if it was not. */
  public MonotonicTime gap(SessionId session, StreamId stream, long cursor, MonotonicTime now) {
    return first(new Sight(session, stream, cursor, null), now);
  }

  /** Since when the report that bears the time {@code report} is known; since now if it was not. */
  public MonotonicTime report(
      SessionId session, StreamId stream, long cursor, Instant report, MonotonicTime now) {
    return first(new Sight(session, stream, cursor, report), now);
  }

  private synchronized MonotonicTime first(Sight sight, MonotonicTime now) {
    MonotonicTime known = since.putIfAbsent(sight, now);
    if (since.size() > MOST) {
      since.remove(since.keySet().iterator().next());
    }
    return known == null ? now : known;
  }
}
