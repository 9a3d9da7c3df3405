package io.twinbus.receiver.runtime;

import io.twinbus.ledger.InstanceStats;

/**
 * What an incarnation knows of operators' wish to have its region evacuated.
 *
 * <p>Thread-safe.
 */
final class Evacuation {

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

  private enum Wish {
    UNKNOWN,
    STAY,
    LEAVE
  }

  private volatile Wish wish = Wish.UNKNOWN;

  synchronized Step applyDirective(boolean isWanted) {
    Wish before = wish;
    wish = isWanted ? Wish.LEAVE : Wish.STAY;
    if (before == wish) {
      return Step.NONE;
    }
    if (isWanted) {
      return Step.LEAVE;
    }
    return before == Wish.UNKNOWN ? Step.BEGIN : Step.COME_BACK;
  }

  boolean isKnown() {
    return wish != Wish.UNKNOWN;
  }

  boolean isWanted() {
    return wish == Wish.LEAVE;
  }

  /** How the instance stands with {@code sessions} in hand. */
  InstanceStats.State state(int sessions) {
    if (!isWanted()) {
      return InstanceStats.State.WORKING;
    }
    return sessions == 0 ? InstanceStats.State.EVACUATED : InstanceStats.State.EVACUATING;
  }
}
