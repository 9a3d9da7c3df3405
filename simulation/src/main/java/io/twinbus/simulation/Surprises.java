package io.twinbus.simulation;

import java.time.Duration;

/**
 * What a receiver cannot count on while things around it are broken: ports that throw or never
 * answer, tasks that run late or on their caller's thread.
 *
 * <p>None happens before {@link #begin}, and none after {@link #end}.
 */
final class Surprises {

  /** One of the faults; what it is thrown at may log it, and must go on. */
  static final class Surprise extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    Surprise(String sentence) {
      super(sentence);
    }
  }

  private final Chance chance;
  private final Score score;
  private boolean isOn;

  Surprises(Chance chance, Score score) {
    this.chance = chance;
    this.score = score;
  }

  void begin() {
    isOn = true;
  }

  void end() {
    isOn = false;
  }

  /** Whether one of this probability, in percent, happens now. */
  boolean happens(double percent) {
    return isOn && chance.percent(percent);
  }

  /** Throws one in so many percent of the calls; {@code source} is what throws it. */
  void mayThrow(double percent, String source) {
    if (happens(percent)) {
      score.count(source + " throws");
      throw new Surprise(source + " throws");
    }
  }

  /** How late a task runs that is handed to a thread pool. */
  Duration lateness() {
    return isOn && chance.percent(3) ? chance.millis(1, 300) : chance.millis(0, 1);
  }
}
