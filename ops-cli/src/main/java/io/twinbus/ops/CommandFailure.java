package io.twinbus.ops;

import org.jspecify.annotations.Nullable;

/**
 * The end of a command that could not do what was asked; the message is one sentence for a person.
 */
public final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  /** A failure with {@code exitCode} that {@code sentence} explains. */
  public CommandFailure(ExitCode exitCode, String sentence) {
    this(exitCode, sentence, null);
  }

  /** The same, caused by {@code cause}, which is kept for debugging and not shown. */
  public CommandFailure(ExitCode exitCode, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.exitCode = exitCode;
  }

  /** What the process exits with. */
  public ExitCode exitCode() {
    return exitCode;
  }
}
