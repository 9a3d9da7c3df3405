package io.twinbus.protocol.settings;

import io.twinbus.protocol.text.Printable;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Mistakes in the configuration; the message has one sentence a line, each of which says what to
 * do. A wrong value stands in its sentence as {@link Printable} has it.
 */
public final class InvalidSettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person who wrote the configuration. */
  public InvalidSettingException(String sentence) {
    super(Printable.of(sentence));
  }

  /** The message is those sentences, one a line. */
  public InvalidSettingException(Collection<String> sentences) {
    super(sentences.stream().map(Printable::of).collect(Collectors.joining("\n")));
  }

  /** One sentence for each mistake, without an end of line. */
  public List<String> sentences() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
