package io.twinbus.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Every choice of a simulation, all of them from one seed. */
final class Chance {

  private final Random random;

  Chance(long seed) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L);
  }

  /** Whether an event of this probability, in percent, happens. */
  boolean percent(double percent) {
    return random.nextDouble() * 100 < percent;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  /** A time between two numbers of milliseconds, to the nanosecond: ties are rare. */
  Duration millis(long least, long most) {
    return Duration.ofNanos(
        least * 1_000_000 + (long) (random.nextDouble() * (most - least) * 1_000_000));
  }

  /** Mostly the short time, now and then the long one. */
  Duration mostly(Duration usual, double percentOfLong, Duration unusual) {
    return percent(percentOfLong) ? unusual : usual;
  }

  double real(double least, double most) {
    return least + random.nextDouble() * (most - least);
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** A source of its own for a core. */
  Random fork() {
    return new Random(random.nextLong());
  }
}
