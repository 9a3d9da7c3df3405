package io.twinbus.ops.output;

import java.time.Duration;
import java.time.Instant;

/** Ages as people read them: {@code 12s}, {@code 4m}, {@code 3h}, {@code 2d}. */
public final class Ages {

  private static final long SECONDS_SHOWN = 120;
  private static final long MINUTES_SHOWN = 120;
  private static final long HOURS_SHOWN = 48;

  private Ages() {}

  /** How long before {@code now} {@code then} was; nothing is younger than 0 s. */
  public static String between(Instant then, Instant now) {
    return of(Duration.between(then, now));
  }

  /** How long {@code age} is; nothing is shorter than 0 s. */
  public static String of(Duration age) {
    if (age.toSeconds() < SECONDS_SHOWN) {
      return Math.max(0, age.toSeconds()) + "s";
    }
    if (age.toMinutes() < MINUTES_SHOWN) {
      return age.toMinutes() + "m";
    }
    return age.toHours() < HOURS_SHOWN ? age.toHours() + "h" : age.toDays() + "d";
  }
}
