package io.twinbus.local.cosmos.sql;

/**
 * A query text or parameter that this dialect refuses; the message is one sentence for the user.
 */
public final class SqlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong. */
  public SqlException(String message) {
    super(message);
  }
}
