package io.twinbus.sender.settings;

import io.twinbus.protocol.settings.InvalidSettingException;
import java.time.Duration;

/** The default and the bounds of each setting that has bounds; defined only here. */
final class SettingBounds {

  static final String PREFIX = "twinbus.sender.";

  static final Bound<Integer> LANES = new Bound<>("lanes", 16, 1, 256);
  static final Bound<Integer> MAX_IN_FLIGHT_MESSAGES =
      new Bound<>("max-in-flight-messages", 10_000, 1, 10_000_000);
  static final Bound<Integer> MAX_IN_FLIGHT_BYTES =
      new Bound<>("max-in-flight-bytes", 64 * 1024 * 1024, 1024, Integer.MAX_VALUE);
  static final Bound<Duration> MAX_BLOCK =
      new Bound<>("max-block", Duration.ofSeconds(30), Duration.ZERO, Duration.ofDays(1));
  static final Bound<Duration> DELIVERY_TIMEOUT =
      new Bound<>(
          "delivery-timeout", Duration.ofMinutes(2), Duration.ofSeconds(1), Duration.ofDays(1));
  static final Bound<Duration> REGION_TIME_BUDGET =
      new Bound<>(
          "region-time-budget",
          Duration.ofMillis(2500),
          Duration.ofMillis(500),
          Duration.ofSeconds(60));
  static final Bound<Duration> RETRY_BACKOFF =
      new Bound<>(
          "retry-backoff", Duration.ofMillis(50), Duration.ofMillis(1), Duration.ofMinutes(1));
  static final Bound<Duration> RETRY_BACKOFF_MAX =
      new Bound<>(
          "retry-backoff-max", Duration.ofSeconds(2), Duration.ofMillis(1), Duration.ofMinutes(1));
  static final Bound<Integer> MAX_BATCH_MESSAGES = new Bound<>("max-batch-messages", 256, 1, 4000);
  static final Bound<Integer> MAX_WAITING_MESSAGES =
      new Bound<>("max-waiting-messages", 100_000, 1, 10_000_000);
  static final Bound<Integer> MAX_WAITING_BYTES =
      new Bound<>("max-waiting-bytes", 128 * 1024 * 1024, 1024, Integer.MAX_VALUE);
  static final Bound<Integer> MAX_SESSIONS = new Bound<>("max-sessions", 100_000, 1, 10_000_000);
  static final Bound<Duration> SESSION_IDLE =
      new Bound<>("session-idle", Duration.ofDays(1), Duration.ofSeconds(1), Duration.ofDays(7));
  static final Bound<Duration> CLOSE_TIMEOUT =
      new Bound<>("close-timeout", Duration.ofSeconds(10), Duration.ZERO, Duration.ofDays(1));

  static final Bound<Integer> JOURNAL_MAX_MIB =
      new Bound<>("journal-max-mib", 1024, 16, 1024 * 1024);
  static final Bound<Duration> JOURNAL_FSYNC_INTERVAL =
      new Bound<>(
          "journal-fsync-interval",
          Duration.ofMillis(100),
          Duration.ofMillis(1),
          Duration.ofMinutes(1));
  static final Bound<Integer> JOURNAL_CATCH_UP_RATE =
      new Bound<>("journal-catch-up-rate", 5_000, 1, 1_000_000);

  private SettingBounds() {}

  /**
   * A setting's bounds.
   *
   * @param key its name in a configuration file, below the prefix
   * @param otherwise its default
   * @param least the least value
   * @param most the greatest value
   */
  record Bound<T extends Comparable<T>>(String key, T otherwise, T least, T most) {

    /** Refuses a value that is out of bounds. */
    void check(T value) {
      checkFrom(least, value);
    }

    /** Refuses a value that is out of bounds, with {@code lower} as the lower bound. */
    void checkFrom(T lower, T value) {
      if (value.compareTo(lower) < 0 || value.compareTo(most) > 0) {
        throw new InvalidSettingException(
            "%s%s is %s: give a value from %s to %s.".formatted(PREFIX, key, value, lower, most));
      }
    }
  }
}
