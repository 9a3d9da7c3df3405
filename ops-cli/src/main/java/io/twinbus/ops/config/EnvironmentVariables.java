package io.twinbus.ops.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Settings from environment variables, by Micronaut's rule: {@code TWINBUS_LEDGER_KEY} is {@code
 * twinbus.ledger.key}.
 *
 * <p>An underscore stands for a dot or a hyphen. Which one follows from the sections that the
 * configuration has: within a section, words are joined by hyphens ({@code
 * TWINBUS_RECEIVER_MAX_SESSIONS} is {@code twinbus.receiver.max-sessions}). A region's name is what
 * stands before the setting ({@code TWINBUS_REGIONS_WEST_EUROPE_CONNECTION_STRING} belongs to the
 * region {@code west-europe}).
 */
final class EnvironmentVariables {

  private static final String PREFIX = "TWINBUS_";
  private static final String REGIONS = "regions-";

  /** Longest first, so that a section inside another one wins. */
  private static final List<String> SECTIONS =
      List.of("receiver.admin.", "receiver.http.", "receiver.", "ledger.", "sender.");

  private static final List<String> REGION_SETTINGS = List.of("namespace", "connection-string");

  private EnvironmentVariables() {}

  /** The settings among {@code environment}; variables of other programs are left out. */
  static Map<String, String> settings(Map<String, String> environment) {
    Map<String, String> settings = new TreeMap<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            key(name.substring(PREFIX.length())).ifPresent(key -> settings.put(key, value));
          }
        });
    return settings;
  }

  private static Optional<String> key(String name) {
    String words = name.toLowerCase(Locale.ROOT).replace('_', '-');
    if (words.startsWith(REGIONS)) {
      return regionKey(words.substring(REGIONS.length()));
    }
    for (String section : SECTIONS) {
      String prefix = section.replace('.', '-');
      if (words.startsWith(prefix)) {
        return Optional.of("twinbus." + section + words.substring(prefix.length()));
      }
    }
    return Optional.of("twinbus." + words);
  }

  private static Optional<String> regionKey(String words) {
    for (String setting : REGION_SETTINGS) {
      String suffix = "-" + setting;
      if (words.endsWith(suffix) && words.length() > suffix.length()) {
        String region = words.substring(0, words.length() - suffix.length());
        return Optional.of("twinbus.regions." + region + "." + setting);
      }
    }
    return Optional.empty();
  }
}
