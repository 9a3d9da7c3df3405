package io.twinbus.proving.endurance;

/**
 * A look at a receiver at rest.
 *
 * @param use what it used
 * @param lost how many connections it has lost that the SDK may still keep
 */
record ReceiverReading(ProcessUse use, int lost) {

  /** One in use, and one that was given up while it was being opened. */
  private static final int OPEN = 2;

  /** How many connections the SDK keeps beyond those that it may keep; none: as it should be. */
  double connectionsTooMany() {
    return Math.max(0, use.connections() - OPEN - lost);
  }
}
