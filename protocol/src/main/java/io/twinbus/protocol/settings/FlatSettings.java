package io.twinbus.protocol.settings;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Configuration as flat keys and texts ({@code twinbus.ledger.endpoint} → {@code https://…}), with
 * typed reads that answer a mistake with one sentence.
 *
 * <p>Whoever loads a YAML file or an environment flattens it first; so sender, receiver and CLI
 * share one set of rules. Durations are written {@code 15s}, {@code 250ms}, {@code 5m}, {@code 2h},
 * {@code 14d} or as ISO-8601 ({@code PT15S}).
 *
 * <p>Immutable and thread-safe.
 */
public final class FlatSettings {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private final SortedMap<String, String> values;

  private FlatSettings(SortedMap<String, String> values) {
    this.values = values;
  }

  /** Settings with a copy of {@code values}. */
  public static FlatSettings of(Map<String, String> values) {
    return new FlatSettings(new TreeMap<>(values));
  }

  /** The text under {@code key}, if it is set and not blank. */
  public Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).map(String::strip).filter(text -> !text.isEmpty());
  }

  /**
   * The text under {@code key}.
   *
   * @throws InvalidSettingException when it is not set; {@code purpose} says what it is for
   */
  public String required(String key, String purpose) {
    return text(key)
        .orElseThrow(
            () ->
                new InvalidSettingException("%s is not set: it names %s.".formatted(key, purpose)));
  }

  /**
   * The duration under {@code key}, or {@code otherwise}.
   *
   * @throws InvalidSettingException when the text is no duration
   */
  public Duration duration(String key, Duration otherwise) {
    return text(key).map(text -> parseDuration(key, text)).orElse(otherwise);
  }

  /**
   * The whole number under {@code key}, or {@code otherwise}.
   *
   * @throws InvalidSettingException when the text is no number from {@code min} to {@code max}
   */
  public int integer(String key, int otherwise, int min, int max) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(text.get().replace("_", ""));
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // falls through to the sentence below, which covers both mistakes
    }
    throw new InvalidSettingException(
        "%s is '%s': give a whole number from %d to %d.".formatted(key, text.get(), min, max));
  }

  /**
   * The truth value under {@code key}, or {@code otherwise}.
   *
   * @throws InvalidSettingException when the text is neither true nor false
   */
  public boolean flag(String key, boolean otherwise) {
    String text = text(key).orElse(Boolean.toString(otherwise)).toLowerCase(Locale.ROOT);
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw new InvalidSettingException("%s is '%s': give true or false.".formatted(key, text));
  }

  /**
   * The choice under {@code key}, written in lower case with hyphens, or {@code otherwise}.
   *
   * @throws InvalidSettingException when the text names no constant of {@code type}
   */
  public <E extends Enum<E>> E choice(String key, Class<E> type, E otherwise) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    TreeSet<String> words = new TreeSet<>();
    for (E constant : type.getEnumConstants()) {
      String word = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      if (word.equalsIgnoreCase(text.get())) {
        return constant;
      }
      words.add(word);
    }
    throw new InvalidSettingException(
        "%s is '%s': give one of %s.".formatted(key, text.get(), String.join(", ", words)));
  }

  /** The names directly below {@code prefix}: for {@code twinbus.regions}, the regions' names. */
  public SortedSet<String> names(String prefix) {
    SortedSet<String> names = new TreeSet<>();
    for (String key : values.tailMap(prefix + ".").keySet()) {
      if (!key.startsWith(prefix + ".")) {
        break;
      }
      names.add(key.substring(prefix.length() + 1).split("\\.", 2)[0]);
    }
    return names;
  }

  /** Every key that is set. */
  public SortedSet<String> keys() {
    return new TreeSet<>(values.keySet());
  }

  private static Duration parseDuration(String key, String text) {
    Matcher matcher = DURATION.matcher(text);
    try {
      if (!matcher.matches()) {
        return Duration.parse(text);
      }
      long amount = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(amount);
        case "s" -> Duration.ofSeconds(amount);
        case "m" -> Duration.ofMinutes(amount);
        case "h" -> Duration.ofHours(amount);
        default -> Duration.ofDays(amount);
      };
    } catch (java.time.format.DateTimeParseException e) {
      throw new InvalidSettingException(
          "%s is '%s': give a duration such as 15s, 250ms, 5m, 2h or 14d.".formatted(key, text));
    }
  }
}
