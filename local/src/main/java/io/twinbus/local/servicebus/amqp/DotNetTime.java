package io.twinbus.local.servicebus.amqp;

import java.time.Duration;
import java.time.Instant;

/** Time as .NET counts it: 100 ns units since the year 1. */
final class DotNetTime {
  private static final long TICKS_AT_EPOCH = 621_355_968_000_000_000L;
  private static final long TICKS_A_SECOND = 10_000_000L;

  private DotNetTime() {}

  /** A stretch of time such as {@code 00:10:00}. */
  static String span(Duration time) {
    return "%02d:%02d:%02d".formatted(time.toHours(), time.toMinutesPart(), time.toSecondsPart());
  }

  static long ticks(Instant time) {
    return TICKS_AT_EPOCH + time.getEpochSecond() * TICKS_A_SECOND + time.getNano() / 100;
  }
}
