package io.twinbus.local.storage;

/** A data directory that cannot be used; the message says why and what to do, in one sentence. */
public final class DataDirectoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a sentence for the person who named the directory. */
  public DataDirectoryException(String message) {
    super(message);
  }

  /** With a sentence for the person who named the directory, and what was behind it. */
  public DataDirectoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
