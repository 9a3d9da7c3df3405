package io.twinbus.protocol.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/** The spelling of keys: lower case with hyphens, as frameworks that bind configuration have it. */
final class KeyNames {

  private static final Pattern HUMP = Pattern.compile("(?<=[\\p{Lower}\\d])(?=\\p{Upper})");

  private KeyNames() {}

  /** {@code maxSessions} and {@code max_sessions} as {@code max-sessions}. */
  static String hyphenated(String key) {
    return HUMP.matcher(key).replaceAll("-").replace('_', '-').toLowerCase(Locale.ROOT);
  }

  /** The part of a key that a part of a variable's name stands for. */
  static String ofVariable(String words) {
    return words.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
