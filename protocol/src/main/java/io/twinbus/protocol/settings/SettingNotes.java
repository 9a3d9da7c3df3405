package io.twinbus.protocol.settings;

import java.util.Optional;

/**
 * What the catalogue says about a setting beside its name and type.
 *
 * @param meaning what it means, one sentence or two
 * @param unit what a number counts: {@code messages}, {@code bytes}
 * @param atLimit what happens when the limit is reached
 * @param isSecret whether its value is shown nowhere
 * @param required what it names, for a setting that must be set
 */
public record SettingNotes(
    String meaning,
    Optional<String> unit,
    Optional<String> atLimit,
    boolean isSecret,
    Optional<String> required) {

  static SettingNotes of(String meaning) {
    return new SettingNotes(meaning, Optional.empty(), Optional.empty(), false, Optional.empty());
  }

  SettingNotes withUnit(String counted) {
    return new SettingNotes(meaning, Optional.of(counted), atLimit, isSecret, required);
  }

  SettingNotes withAtLimit(String sentence) {
    return new SettingNotes(meaning, unit, Optional.of(sentence), isSecret, required);
  }

  SettingNotes secret() {
    return new SettingNotes(meaning, unit, atLimit, true, required);
  }

  SettingNotes requiredAs(String named) {
    return new SettingNotes(meaning, unit, atLimit, isSecret, Optional.of(named));
  }
}
