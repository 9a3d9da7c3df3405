package io.twinbus.protocol.settings;

/**
 * A whole number.
 *
 * @param least the least that is allowed
 * @param most the greatest that is allowed
 */
record IntegerType(int least, int most) implements ValueType<Integer> {

  @Override
  public Parsed<Integer> parse(String text) {
    try {
      int number = Integer.parseInt(text.replace("_", ""));
      if (number >= least && number <= most) {
        return new Parsed.Value<>(number);
      }
    } catch (NumberFormatException e) {
      // the sentence below covers both mistakes
    }
    return new Parsed.Refused<>(
        TextType.problem(text, "whole number"),
        "give a whole number from %d to %d".formatted(least, most));
  }

  @Override
  public String write(Integer value) {
    return Integer.toString(value);
  }

  @Override
  public String inWords() {
    return "whole number, %d to %d".formatted(least, most);
  }
}
