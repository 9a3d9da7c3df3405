package io.twinbus.simulation;

import java.time.Duration;
import java.util.List;

/**
 * When a producer that is to be killed is killed: at once; or, where it keeps a journal, perhaps at
 * the next moment that leaves the journal behind what it knows.
 */
final class CrashPoint {

  /** What a producer is about. */
  enum Moment {
    ANY,
    WRITES,
    HEARS_A_REFUSAL,
    REPORTS_A_FAILURE
  }

  private static final Duration PATIENCE = Duration.ofSeconds(12);

  private final Ground ground;
  private final Runnable kill;
  private Moment awaited = Moment.ANY;
  private boolean isArmed;

  /** Of a producer that {@code kill} kills, once or more often. */
  CrashPoint(Ground ground, Runnable kill) {
    this.ground = ground;
    this.kill = kill;
  }

  /** Kills at some moment, soon. */
  void strikeSoon() {
    awaited = ground.chance().pick(List.of(Moment.values()));
    isArmed = awaited != Moment.ANY;
    ground.timeline().after(isArmed ? PATIENCE : Duration.ZERO, kill);
  }

  /** The producer is at that point; what it does just now, it may still finish. */
  void reached(Moment moment) {
    if (isArmed && moment == awaited) {
      isArmed = false;
      ground.score().count("producer killed while it " + moment);
      ground.timeline().after(ground.chance().millis(0, 8), kill);
    }
  }
}
