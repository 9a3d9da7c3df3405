package io.twinbus.local.conformance;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/**
 * A service that somebody runs elsewhere: Azure, or one of Microsoft's emulators.
 *
 * <p>There time passes by waiting, within a bound. Rules that need more are not run, and a line on
 * standard output says so.
 *
 * @param name how the lines call it
 * @param patience the longest single wait; default 2 min
 */
record Remote(String name, Duration patience) {
  private static final String PATIENCE = "TWINBUS_CONFORMANCE_PATIENCE_SECONDS";
  private static final long DEFAULT_PATIENCE_S = 120;

  static Remote called(String name) {
    return new Remote(
        name,
        Duration.ofSeconds(setting(PATIENCE).map(Long::parseLong).orElse(DEFAULT_PATIENCE_S)));
  }

  static Optional<String> setting(String variable) {
    return Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isBlank());
  }

  void wait(Duration time, String test) {
    if (time.compareTo(patience) > 0) {
      throw notRun(
          test, time + " would have to pass; " + PATIENCE + " allows " + patience.toSeconds());
    }
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while time had to pass.", e);
    }
  }

  TestAbortedException notRun(String test, String why) {
    String line = "NOT RUN against " + name + ": " + test + ": " + why + ".";
    System.out.println(line);
    return new TestAbortedException(line);
  }
}
