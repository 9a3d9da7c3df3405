package io.twinbus.protocol.settings;

import java.util.Collection;
import java.util.List;

/**
 * Mistakes in the configuration; the message has one sentence a line, each of which says what to
 * do.
 */
public final class InvalidSettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person who wrote the configuration. */
  public InvalidSettingException(String sentence) {
    super(sentence);
  }

  /** The message is those sentences, one a line. */
  public InvalidSettingException(Collection<String> sentences) {
    super(String.join("\n", sentences));
  }

  /** One sentence for each mistake, without an end of line. */
  public List<String> sentences() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
