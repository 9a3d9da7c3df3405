package io.twinbus.protocol.settings;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A duration, written {@code 15s}, {@code 250ms}, {@code 5m}, {@code 2h}, {@code 14d} or as
 * ISO-8601 ({@code PT15S}).
 *
 * @param least the shortest that is allowed
 * @param most the longest that is allowed
 */
record DurationType(Duration least, Duration most) implements ValueType<Duration> {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  @Override
  public Parsed<Duration> parse(String text) {
    Optional<Duration> duration = duration(text);
    if (duration.isEmpty()) {
      return new Parsed.Refused<>(
          TextType.problem(text, "duration"), "give a duration such as 15s, 250ms, 5m, 2h or 14d");
    }
    if (duration.get().compareTo(least) < 0 || duration.get().compareTo(most) > 0) {
      return new Parsed.Refused<>(
          TextType.problem(text, "duration"), "give %s to %s".formatted(write(least), write(most)));
    }
    return new Parsed.Value<>(duration.get());
  }

  private static Optional<Duration> duration(String text) {
    Matcher matcher = SHORT.matcher(text);
    if (matcher.matches()) {
      Duration unit = UNITS.getOrDefault(matcher.group(2), Duration.ZERO);
      return Optional.of(unit.multipliedBy(Long.parseLong(matcher.group(1))));
    }
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  @Override
  public String write(Duration value) {
    if (value.isZero()) {
      return "0s";
    }
    for (String unit : new String[] {"d", "h", "m", "s", "ms"}) {
      Duration one = UNITS.getOrDefault(unit, Duration.ZERO);
      long count = value.dividedBy(one);
      if (one.multipliedBy(count).equals(value)) {
        return count + unit;
      }
    }
    return value.toString();
  }

  @Override
  public String inWords() {
    return "duration, %s to %s".formatted(write(least), write(most));
  }
}
