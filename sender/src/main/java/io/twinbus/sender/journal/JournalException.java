package io.twinbus.sender.journal;

/** The journal cannot be used; the message says in one sentence why and what to do. */
public final class JournalException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** {@code sentence} is for the operator of the producer. */
  public JournalException(String sentence) {
    super(sentence);
  }

  /** As {@link #JournalException(String)}, because of {@code cause}. */
  public JournalException(String sentence, Exception cause) {
    super(sentence, cause);
  }
}
