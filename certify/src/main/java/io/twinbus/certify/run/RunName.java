package io.twinbus.certify.run;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The name of a run, which everything that the run makes carries: {@code
 * twinbus-certify-until-20300102t030405-1f2e3d4c}.
 *
 * <p>The name says when the run is over, so that a later run knows what a crash has left.
 * Immutable.
 *
 * @param text the whole name
 * @param until when the run has ended, at the latest
 */
public record RunName(String text, Instant until) {

  /** What the names of all that runs make begin with. */
  public static final String PREFIX = "twinbus-certify-until-";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd't'HHmmss").withZone(ZoneOffset.UTC);
  private static final int TIME_LENGTH = 15;

  /** A new name for a run that begins now and ends within {@code bound}. */
  public static RunName of(Instant now, Duration bound, RandomGenerator random) {
    Instant until = now.plus(bound);
    String text = PREFIX + TIME.format(until) + "-" + HexFormat.of().toHexDigits(random.nextInt());
    return new RunName(text, until);
  }

  /** The run that has made something of this name; empty: no run has. */
  public static Optional<RunName> read(String name) {
    if (!name.startsWith(PREFIX) || name.length() < PREFIX.length() + TIME_LENGTH) {
      return Optional.empty();
    }
    try {
      String time = name.substring(PREFIX.length(), PREFIX.length() + TIME_LENGTH);
      return Optional.of(new RunName(name, TIME.parse(time, Instant::from)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Whether the run is over. */
  public boolean isOver(Instant now) {
    return now.isAfter(until);
  }
}
