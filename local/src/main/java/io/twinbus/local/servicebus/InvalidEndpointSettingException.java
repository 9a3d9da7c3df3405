package io.twinbus.local.servicebus;

/** A setting of the endpoint that no entity or namespace can have; the message says which. */
public class InvalidEndpointSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** An exception whose message is one sentence for the person who wrote the setting. */
  public InvalidEndpointSettingException(String message) {
    super(message);
  }

  /** Refuses a setting with this sentence, unless the rule holds. */
  public static void check(boolean holds, String sentence) {
    if (!holds) {
      throw new InvalidEndpointSettingException(sentence);
    }
  }

  /** Refuses a setting of a subject such as {@code The queue 'orders'}, unless the rule holds. */
  static void unless(boolean holds, String subject, String rule) {
    if (!holds) {
      throw new InvalidEndpointSettingException(subject + " " + rule + ".");
    }
  }
}
