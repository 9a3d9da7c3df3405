package io.twinbus.protocol.configuration;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What stands for <code>${NAME}</code> in a value: the environment variable of that name, else the
 * value of that key, else the default behind a colon. What a placeholder stands for is not searched
 * for others.
 */
final class Placeholders {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]+)(?::([^}]*))?}");

  private final List<Map<String, String>> sources;

  /** Placeholders that {@code environment} stands for, then {@code settings} and {@code others}. */
  Placeholders(
      Map<String, String> environment, Map<String, String> settings, Map<String, String> others) {
    this.sources = List.of(environment, settings, others);
  }

  /** {@code text} with its placeholders replaced; one that nothing stands for stays. */
  String resolve(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(replacement(found)));
  }

  private String replacement(MatchResult found) {
    return sources.stream()
        .flatMap(source -> Stream.ofNullable(source.get(found.group(1).strip())))
        .findFirst()
        .or(() -> Optional.ofNullable(found.group(2)))
        .orElse(found.group());
  }
}
