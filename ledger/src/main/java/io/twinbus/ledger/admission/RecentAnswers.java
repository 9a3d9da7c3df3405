package io.twinbus.ledger.admission;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The ledger's answers of this second and of the one before: how many of them say that too much is
 * asked of it, and whether it is one session alone that hears so. Not thread-safe.
 */
final class RecentAnswers {

  /** How long an answer counts as one of this second. */
  static final Duration WINDOW = Duration.ofSeconds(1);

  private static final int SATURATED_PERCENT = 10;
  private static final double WEIGHT = 0.1;

  /** Two tell that there is more than one. */
  private static final int ENOUGH = 2;

  /** The answers of one second. */
  private static final class Second {
    int all;
    int throttled;
    final Set<WriteSource> held = new HashSet<>();
    final Set<WriteSource> served = new HashSet<>();
  }

  private Second present = new Second();
  private Second last = new Second();
  private MonotonicTime ends;
  private double perSecond = -1;

  RecentAnswers(MonotonicTime now) {
    this.ends = now.plus(WINDOW);
  }

  /** A write was carried out or refused for a reason of its own. */
  void served(WriteSource source) {
    present.all++;
    remember(present.served, source);
  }

  /** A write was throttled. */
  void throttled(WriteSource source) {
    present.all++;
    present.throttled++;
    remember(present.held, source);
  }

  private static void remember(Set<WriteSource> some, WriteSource source) {
    if (some.size() < ENOUGH) {
      some.add(source);
    }
  }

  /** Whether any was throttled. */
  boolean isThrottled() {
    return present.throttled + last.throttled > 0;
  }

  /**
   * Whether the ledger cannot do what is asked of it: at least a tenth of the answers are
   * throttled, and not those of one session alone while others are served.
   */
  boolean isSaturated() {
    int throttled = present.throttled + last.throttled;
    return throttled * 100 >= (present.all + last.all) * SATURATED_PERCENT && !isOneAlone();
  }

  /** One hot partition is throttled again and again; that says nothing of the others. */
  private boolean isOneAlone() {
    Set<WriteSource> held = new HashSet<>(present.held);
    held.addAll(last.held);
    Set<WriteSource> others = new HashSet<>(present.served);
    others.addAll(last.served);
    others.removeAll(held);
    return held.size() == 1 && !others.isEmpty();
  }

  /** How many writes a second are not throttled, over about the last ten seconds. */
  double perSecond() {
    return Math.max(0, perSecond);
  }

  /** Moves on to the second of {@code now}. */
  void roll(MonotonicTime now) {
    if (!now.isAtOrAfter(ends)) {
      return;
    }
    long seconds = now.since(ends).toSeconds();
    int served = present.all - present.throttled;
    perSecond = perSecond < 0 ? served : perSecond + WEIGHT * (served - perSecond);
    perSecond *= Math.pow(1 - WEIGHT, (double) seconds);
    last = seconds > 0 ? new Second() : present;
    present = new Second();
    ends = now.plus(WINDOW);
  }
}
