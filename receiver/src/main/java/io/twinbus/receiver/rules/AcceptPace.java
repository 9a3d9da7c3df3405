package io.twinbus.receiver.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many accepts wait at the broker, and from when on, judged by their answers:
 *
 * <ol>
 *   <li>As many wait as sessions were found in a row, from {@code calm} up to {@code most}.
 *   <li>After an answer that there is none, the next accept waits for 50 ms.
 *   <li>A region out of reach is asked again after a back-off that doubles from 200 ms to {@link
 *       #LONGEST_BACKOFF}. The accepts that fail beside the first one count once.
 * </ol>
 *
 * <p>Not thread-safe, except {@link #unreachable}.
 */
public final class AcceptPace {

  /** The longest wait between two accepts while the region does not answer. */
  public static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

  private static final Duration FIRST_BACKOFF = Duration.ofMillis(200);
  private static final Duration BETWEEN_NONE = Duration.ofMillis(50);

  private final int calm;
  private final int most;
  private int foundInARow;
  private Duration backoff = Duration.ZERO;
  private @Nullable MonotonicTime notBefore;
  private volatile @Nullable String unreachable = "not asked yet";

  /**
   * A pace for a region that has not been asked yet.
   *
   * @param calm how many accepts wait while no session is found
   * @param most how many wait at a time
   */
  public AcceptPace(int calm, int most) {
    this.calm = calm;
    this.most = most;
  }

  /** How many accepts are to wait. */
  public int wanted() {
    return Math.max(calm, foundInARow);
  }

  /** Whether another accept may wait from {@code now} on. */
  public boolean mayAsk(MonotonicTime now) {
    return notBefore == null || now.isAtOrAfter(notBefore);
  }

  /** Why the region seems out of reach; null while it answers. Any thread may ask. */
  public @Nullable String unreachable() {
    return unreachable;
  }

  /** Whether the latest answer was a failure. */
  public boolean isBackingOff() {
    return !backoff.isZero();
  }

  /** An accept has brought a session. */
  public void found() {
    foundInARow = Math.min(foundInARow + 1, most);
    reached();
  }

  /** An accept has found that there is no session; after how long the next one may wait. */
  public Duration none(MonotonicTime now) {
    foundInARow = 0;
    reached();
    notBefore = now.plus(BETWEEN_NONE);
    return BETWEEN_NONE;
  }

  /**
   * An accept has failed; after how long the next one may wait.
   *
   * @param why the reason in words
   * @return zero if the back-off had begun already
   */
  public Duration failed(String why, MonotonicTime now) {
    foundInARow = 0;
    unreachable = why;
    if (isBackingOff() && !mayAsk(now)) {
      return Duration.ZERO;
    }
    Duration doubled = isBackingOff() ? backoff.multipliedBy(2) : FIRST_BACKOFF;
    backoff = doubled.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : doubled;
    notBefore = now.plus(backoff);
    return backoff;
  }

  private void reached() {
    unreachable = null;
    backoff = Duration.ZERO;
  }
}
