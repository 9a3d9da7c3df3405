package io.twinbus.local.servicebus.rules;

/** A rule that cannot be, or is not emulated; the message says which and why. */
public final class InvalidRuleException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** An exception whose message is one sentence for the person who wrote the rule. */
  public InvalidRuleException(String message) {
    super(message);
  }
}
