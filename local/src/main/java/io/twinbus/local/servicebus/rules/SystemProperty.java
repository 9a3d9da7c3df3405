package io.twinbus.local.servicebus.rules;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A property that the service gives every message, as filters name it after {@code sys.}. */
public enum SystemProperty {
  MESSAGE_ID("MessageId"),
  CORRELATION_ID("CorrelationId"),
  TO("To"),
  REPLY_TO("ReplyTo"),
  LABEL("Label"),
  SESSION_ID("SessionId"),
  REPLY_TO_SESSION_ID("ReplyToSessionId"),
  CONTENT_TYPE("ContentType");

  private final String word;

  SystemProperty(String word) {
    this.word = word;
  }

  /** Its name in filters and in configuration files. */
  public String word() {
    return word;
  }

  /** The property of this name, in any case; {@code Subject} is the newer word for the label. */
  static Optional<SystemProperty> named(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(each -> each.word.toLowerCase(Locale.ROOT).equals(wanted))
        .findFirst()
        .or(() -> wanted.equals("subject") ? Optional.of(LABEL) : Optional.empty());
  }

  static String all() {
    return Arrays.stream(values()).map(SystemProperty::word).collect(Collectors.joining(", "));
  }
}
