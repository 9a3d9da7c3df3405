package io.twinbus.ops.command;

import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.ValueType;
import io.twinbus.protocol.settings.ValueType.Parsed;
import java.time.Duration;

/** The duration that an option names, written as durations in the configuration are. */
public final class OptionDuration {

  private static final ValueType<Duration> TYPE =
      ValueType.duration(Duration.ZERO, Duration.ofDays(3_650));

  private OptionDuration() {}

  /**
   * Reads {@code text}, the value of {@code option}.
   *
   * @throws InvalidSettingException with one sentence when it is no duration
   */
  public static Duration of(String option, String text) {
    Parsed<Duration> parsed = TYPE.parse(text.strip());
    if (parsed instanceof Parsed.Value<Duration> read) {
      return read.value();
    }
    Parsed.Refused<Duration> refused = (Parsed.Refused<Duration>) parsed;
    throw new InvalidSettingException(
        "%s %s: %s.".formatted(option, refused.problem(), refused.advice()));
  }
}
