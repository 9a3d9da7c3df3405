package io.twinbus.protocol.settings;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The mistakes that one reading of settings has come upon, in that order and each once.
 *
 * <p>Not thread-safe.
 */
final class Mistakes {

  private final Set<String> sentences = new LinkedHashSet<>();
  private final Set<String> keys = new HashSet<>();

  /** Notes a mistake in the value of {@code key}, unless there is one already. */
  void add(String key, String sentence) {
    if (keys.add(key)) {
      sentences.add(sentence);
    }
  }

  /** Notes a mistake that is in no value by itself. */
  void add(String sentence) {
    sentences.add(sentence);
  }

  /** Whether there is a mistake in the value of {@code key}. */
  boolean has(String key) {
    return keys.contains(key);
  }

  /** Whether there is none. */
  boolean isEmpty() {
    return sentences.isEmpty();
  }

  /** All of them. */
  InvalidSettingException toException() {
    return new InvalidSettingException(sentences);
  }
}
