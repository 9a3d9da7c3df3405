package io.twinbus.protocol.settings;

import java.util.List;
import java.util.Locale;

/**
 * One of several words.
 *
 * @param words the words, in lower case with hyphens
 */
record ChoiceType(List<String> words) implements ValueType<String> {

  @Override
  public Parsed<String> parse(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    return words.contains(word)
        ? new Parsed.Value<>(word)
        : new Parsed.Refused<>(
            TextType.problem(text, "choice"),
            "give one of " + String.join(", ", words.stream().sorted().toList()));
  }

  @Override
  public String write(String value) {
    return value;
  }

  @Override
  public String inWords() {
    return String.join(", ", words);
  }
}
