package io.twinbus.protocol.settings;

import java.util.regex.Pattern;

/**
 * Any text.
 *
 * @param inWords what it is, for the documentation
 */
record TextType(String inWords) implements ValueType<String> {

  /** A value that may be a secret in the wrong place is not repeated. */
  private static final Pattern SUSPECT = Pattern.compile(".*[=@].*|.{65,}", Pattern.DOTALL);

  @Override
  public Parsed<String> parse(String text) {
    return new Parsed.Value<>(text);
  }

  @Override
  public String write(String value) {
    return value;
  }

  /** What is wrong with {@code text}, which is no {@code noun}; repeated only if it is harmless. */
  static String problem(String text, String noun) {
    return SUSPECT.matcher(text).matches() ? "is no %s".formatted(noun) : "is '%s'".formatted(text);
  }
}
