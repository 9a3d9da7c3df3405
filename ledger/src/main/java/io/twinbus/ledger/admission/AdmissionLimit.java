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
 *       saturated. Otherwise one partition is hot, and only its session waits; so it is when one
 *       session alone is throttled while others are served.
 *   <li>When it is saturated, the limit halves, at most once a second. The limit before that is the
 *       <em>last good</em> one.
 *   <li>While it is not throttled and the limit is used up, the limit grows four times a second:
 *       doubled up to half of the last good one, by a thirty-second of that beyond it.
 *   <li>It does not grow while answers take more than four times as long as the fastest of the last
 *       ten minutes, and 50 ms longer: a queue builds up somewhere.
 *   <li>Two seconds without a throttled write or a pause end the saturation, also when nothing is
 *       asked.
 * </ol>
 *
 * <p>It knows no clock: each call says when it is. Not thread-safe.
 */
public final class AdmissionLimit {

  /** More than that many writes on the way gain nothing. */
  public static final int MOST = 1_024;

  private static final Duration HALVES_EVERY = Duration.ofSeconds(1);
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final Duration GROWS_EVERY = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int STEPS = 32;

  private final LatencyFloor latency;
  private double limit = MOST;
  private double lastGood = MOST;
  private final RecentAnswers recent;
  private MonotonicTime growsAt;
  private @Nullable MonotonicTime halvedAt;
  private @Nullable MonotonicTime throttledAt;
  private @Nullable MonotonicTime saturatedSince;
  private MonotonicTime pausedUntil;
  private int mostOnTheWay;

  /** A limit that nothing is known of yet. */
  public AdmissionLimit(MonotonicTime now) {
    this.latency = new LatencyFloor(now);
    this.recent = new RecentAnswers(now);
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

  /** Since when the ledger has not been able to do what is asked of it; null while it can. */
  public @Nullable MonotonicTime saturatedSince(MonotonicTime now) {
    roll(now);
    return saturatedSince;
  }

  /**
   * How many percent of what the ledger does now would serve, within a second, {@code waiting} more
   * writes beside.
   */
  public int neededPercent(int waiting, MonotonicTime now) {
    roll(now);
    double served = Math.max(1, recent.perSecond());
    return (int) Math.round(100 * (served + waiting) / served);
  }

  /**
   * A write was answered {@code took} after it had gone, while {@code onTheWay} were.
   *
   * @param source whose write it was
   */
  public void answered(WriteSource source, Duration took, int onTheWay, MonotonicTime now) {
    roll(now);
    recent.served(source);
    mostOnTheWay = Math.max(mostOnTheWay, onTheWay);
    latency.took(took, now);
    grow(now);
  }

  /**
   * A write was throttled.
   *
   * @param source whose write it was
   * @param retryAfter how long the ledger wants to be left alone
   * @return when the write may go again
   */
  public MonotonicTime throttled(
      WriteSource source, Duration retryAfter, int onTheWay, MonotonicTime now) {
    roll(now);
    recent.throttled(source);
    mostOnTheWay = Math.max(mostOnTheWay, onTheWay);
    throttledAt = now;
    MonotonicTime again = now.plus(shorter(retryAfter, LONGEST_PAUSE));
    if (recent.isSaturated()) {
      pausedUntil = again.isAtOrAfter(pausedUntil) ? again : pausedUntil;
      halve(now);
    }
    return again;
  }

  private void halve(MonotonicTime now) {
    if (saturatedSince == null) {
      saturatedSince = now;
    }
    MonotonicTime last = halvedAt;
    if (last != null && !now.isAtOrAfter(last.plus(HALVES_EVERY))) {
      return;
    }
    halvedAt = now;
    double used = Math.min(limit, Math.max(1, mostOnTheWay));
    lastGood = last == null || limit > lastGood ? used : lastGood;
    limit = Math.max(1, used / 2);
    mostOnTheWay = 0;
    growsAt = now.plus(HALVES_EVERY);
  }

  private void grow(MonotonicTime now) {
    if (!now.isAtOrAfter(growsAt)) {
      return;
    }
    growsAt = now.plus(GROWS_EVERY);
    boolean isUsed = mostOnTheWay >= value();
    mostOnTheWay = 0;
    if (recent.isThrottled() || !isUsed || latency.isRaised()) {
      return;
    }
    double next = limit < lastGood / 2 ? limit * 2 : limit + Math.max(1, lastGood / STEPS);
    limit = Math.min(MOST, next);
  }

  private void roll(MonotonicTime now) {
    recent.roll(now);
    MonotonicTime last = throttledAt;
    if (last != null
        && now.isAtOrAfter(last.plus(QUIET))
        && now.isAtOrAfter(pausedUntil.plus(QUIET))) {
      saturatedSince = null;
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
