package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.rules.DirectiveRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an incarnation knows of operators' wish that it takes no work: its region is evacuated, or
 * it is paused.
 *
 * <p>Thread-safe.
 */
final class StandDown {

  /** What follows from a wish. */
  enum Step {
    /** It is known now, and work may begin. */
    BEGIN,
    /** Take no work, and hand over what is held. */
    LEAVE,
    /** Take work again. */
    COME_BACK,
    /** Nothing has changed. */
    NONE
  }

  /**
   * What operators want of it at the moment of the latest read.
   *
   * @param pause the pause that keeps it longest, if one does
   */
  record Wanted(DirectiveRule.Wish wish, Optional<Directive.Pause> pause) {

    /** To take work, as without a directive. */
    static final Wanted WORK = new Wanted(DirectiveRule.Wish.WORK, Optional.empty());

    private boolean isWork() {
      return wish == DirectiveRule.Wish.WORK;
    }
  }

  private volatile @Nullable Wanted wanted;

  /** Takes note of {@code next}; what follows. */
  synchronized Step apply(Wanted next) {
    Wanted before = wanted;
    wanted = next;
    if (before == null) {
      return next.isWork() ? Step.BEGIN : Step.LEAVE;
    }
    if (before.isWork() == next.isWork()) {
      return Step.NONE;
    }
    return next.isWork() ? Step.COME_BACK : Step.LEAVE;
  }

  boolean isKnown() {
    return wanted != null;
  }

  /** Whether it is to take no work. */
  boolean isWanted() {
    Wanted now = wanted;
    return now != null && !now.isWork();
  }

  /** The pause that keeps it longest, if one does. */
  Optional<Directive.Pause> pause() {
    Wanted now = wanted;
    return now == null ? Optional.empty() : now.pause();
  }

  /** How the instance stands with {@code sessions} in hand. */
  InstanceStats.State state(int sessions) {
    Wanted now = wanted;
    if (now == null || now.isWork()) {
      return InstanceStats.State.WORKING;
    }
    boolean isEmpty = sessions == 0;
    if (now.wish() == DirectiveRule.Wish.PAUSE) {
      return isEmpty ? InstanceStats.State.PAUSED : InstanceStats.State.PAUSING;
    }
    return isEmpty ? InstanceStats.State.EVACUATED : InstanceStats.State.EVACUATING;
  }

  /** Why it takes no work, as a sentence says it. */
  String why(Object region) {
    return pause()
        .map(
            pause ->
                "%s paused by %s until %s (%s)"
                    .formatted(pause.scope(), pause.by(), pause.until(), pause.reason()))
        .orElse("region %s is evacuated".formatted(region));
  }
}
