package io.twinbus.simulation;

/** What every part of a simulation stands on. */
record Ground(Timeline timeline, Chance chance, Trace trace, Score score) {

  /** Where transitions are noted. */
  Coverage coverage() {
    return new Coverage(score);
  }

  static Ground of(long seed, boolean traced) {
    InvariantViolated.forget();
    Timeline timeline = new Timeline();
    return new Ground(timeline, new Chance(seed), new Trace(timeline, traced), new Score());
  }
}
