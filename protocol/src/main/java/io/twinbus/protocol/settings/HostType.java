package io.twinbus.protocol.settings;

import java.util.regex.Pattern;

/** A host name or address, with a port or without. */
record HostType() implements ValueType<String> {

  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[\\p{Alnum}][\\p{Alnum}._-]*)(:\\d{1,5})?");

  @Override
  public Parsed<String> parse(String text) {
    return HOST.matcher(text).matches()
        ? new Parsed.Value<>(text)
        : new Parsed.Refused<>(
            TextType.problem(text, "host name"),
            "give a host name such as orders-east.servicebus.windows.net");
  }

  @Override
  public String write(String value) {
    return value;
  }

  @Override
  public String inWords() {
    return "host name";
  }
}
