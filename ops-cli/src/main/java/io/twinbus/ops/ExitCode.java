package io.twinbus.ops;

/** The exit codes of every command. */
public enum ExitCode {
  /** Done as asked. */
  OK(0),
  /** It did not work; the sentence on stderr says why. */
  FAILURE(1),
  /** The command, its input or the configuration is wrong. */
  USAGE(2),
  /** The named session, message or setting does not exist. */
  NOT_FOUND(3),
  /** Another process changed the record, or its state forbids the act. */
  CONFLICT(4),
  /** A check found the system unhealthy. */
  UNHEALTHY(5),
  /** Some of it worked, some did not. */
  PARTIAL(6);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number that the process exits with. */
  public int code() {
    return code;
  }
}
