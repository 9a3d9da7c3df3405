package io.twinbus.protocol.settings;

import java.util.Locale;

/** True or false. */
record FlagType() implements ValueType<Boolean> {

  @Override
  public Parsed<Boolean> parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> new Parsed.Value<>(true);
      case "false" -> new Parsed.Value<>(false);
      default -> new Parsed.Refused<>(TextType.problem(text, "truth value"), "give true or false");
    };
  }

  @Override
  public String write(Boolean value) {
    return value.toString();
  }

  @Override
  public String inWords() {
    return "true or false";
  }
}
