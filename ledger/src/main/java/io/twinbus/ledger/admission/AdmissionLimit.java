package io.twinbus.ledger.admission;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many writes a process may have on the way to the ledger, found out from the ledger's answers:
 * additive increase, multiplicative decrease.
 *
 * <ol>
 *   <li>There is no limit that matters before the first throttled write (HTTP 429).
 *   <li>A throttled write waits for as long as the ledger says. When at least a tenth of the
 *       answers of the last second are throttled, all writes wait for that long: the ledger is
 *       saturated. Otherwise one partition is hot, and only its session waits.
 *   <li>When it is saturated, the limit halves, at most once a second. The limit before that is the
 *       <em>last good</em> one.
 *   <li>While it is not throttled and the limit is used up, the limit grows four times a second:
 *       doubled up to half of the last good one, by a thirty-second of that beyond it.
 *   <li>It does not grow while answers take more than four times as long as the fastest of the last
 *       ten minutes, and 50 ms longer: a queue builds up somewhere.
 *   <li>A second without a throttled write after the limit has passed the last good one ends the
 *       saturation.
 * </ol>
 *
 * <p>It knows no clock: each call says when it is. Not thread-safe.
 */
public final class AdmissionLimit {

  /** More than that many writes on the way gain nothing. */
  public static final int MOST = 1_024;

  private static final Duration WINDOW = Duration.ofSeconds(1);
  private static final Duration GROWS_EVERY = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int SATURATED_PERCENT = 10;
  private static final int STEPS = 32;

  private final LatencyFloor latency;
  private double limit = MOST;
  private double lastGood = MOST;
  private int answers;
  private int throttled;
  private int answersBefore;
  private int throttledBefore;
  private MonotonicTime windowEnds;
  private MonotonicTime growsAt;
  private @Nullable MonotonicTime halvedAt;
  private @Nullable MonotonicTime throttledAt;
  private @Nullable MonotonicTime saturatedSince;
  private MonotonicTime pausedUntil;
  private int mostOnTheWay;

  /** A limit that nothing is known of yet. */
  public AdmissionLimit(MonotonicTime now) {
    this.latency = new LatencyFloor(now);
    this.windowEnds = now.plus(WINDOW);
    this.growsAt = now.plus(GROWS_EVERY);
    this.pausedUntil = now;
  }

  /** Whether one more write may go while {@code onTheWay} are. */
  public boolean admits(int onTheWay, MonotonicTime now) {
    roll(now);
    return now.isAtOrAfter(pausedUntil) && onTheWay < value();
  }

  /** When to ask again while nothing is on the way; never in the past. */
  public MonotonicTime pausedUntil() {
    return pausedUntil;
  }

  /** How many writes may be on the way. */
  public int value() {
    return (int) limit;
  }

  /** Since when the ledger cannot do what is asked of it; null while it can. */
  public @Nullable MonotonicTime saturatedSince() {
    return saturatedSince;
  }

  /** A write was answered {@code took} after it had gone, while {@code onTheWay} were. */
  public void answered(Duration took, int onTheWay, MonotonicTime now) {
    roll(now);
    answers++;
    mostOnTheWay = Math.max(mostOnTheWay, onTheWay);
    latency.took(took, now);
    grow(now);
  }

  /**
   * A write was throttled.
   *
   * @param retryAfter how long the ledger wants to be left alone
   * @return when the write may go again
   */
  public MonotonicTime throttled(Duration retryAfter, int onTheWay, MonotonicTime now) {
    roll(now);
    answers++;
    throttled++;
    mostOnTheWay = Math.max(mostOnTheWay, onTheWay);
    throttledAt = now;
    MonotonicTime again = now.plus(shorter(retryAfter, LONGEST_PAUSE));
    if (isSaturated()) {
      pausedUntil = again.isAtOrAfter(pausedUntil) ? again : pausedUntil;
      halve(now);
    }
    return again;
  }

  private boolean isSaturated() {
    int all = answers + answersBefore;
    return (throttled + throttledBefore) * 100 >= all * SATURATED_PERCENT;
  }

  private void halve(MonotonicTime now) {
    if (saturatedSince == null) {
      saturatedSince = now;
    }
    MonotonicTime last = halvedAt;
    if (last != null && !now.isAtOrAfter(last.plus(WINDOW))) {
      return;
    }
    halvedAt = now;
    double used = Math.min(limit, Math.max(1, mostOnTheWay));
    lastGood = last == null || limit > lastGood ? used : lastGood;
    limit = Math.max(1, used / 2);
    mostOnTheWay = 0;
    growsAt = now.plus(WINDOW);
  }

  private void grow(MonotonicTime now) {
    if (!now.isAtOrAfter(growsAt)) {
      return;
    }
    growsAt = now.plus(GROWS_EVERY);
    boolean isUsed = mostOnTheWay >= value();
    mostOnTheWay = 0;
    if (throttled + throttledBefore > 0 || !isUsed || latency.isRaised()) {
      return;
    }
    double next = limit < lastGood / 2 ? limit * 2 : limit + Math.max(1, lastGood / STEPS);
    limit = Math.min(MOST, next);
  }

  /** Answers count in the second in which they came, and in the next one. */
  private void roll(MonotonicTime now) {
    if (!now.isAtOrAfter(windowEnds)) {
      return;
    }
    boolean isOld = now.isAtOrAfter(windowEnds.plus(WINDOW));
    answersBefore = isOld ? 0 : answers;
    throttledBefore = isOld ? 0 : throttled;
    answers = 0;
    throttled = 0;
    windowEnds = now.plus(WINDOW);
    recover(now);
  }

  private void recover(MonotonicTime now) {
    MonotonicTime last = throttledAt;
    boolean isQuiet = last == null || now.isAtOrAfter(last.plus(WINDOW.multipliedBy(2)));
    if (saturatedSince != null && isQuiet) {
      saturatedSince = null;
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
