package io.twinbus.protocol.settings;

/** A mistake in the configuration; the message is one sentence that says what to do. */
public final class InvalidSettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person who wrote the configuration. */
  public InvalidSettingException(String sentence) {
    super(sentence);
  }
}
