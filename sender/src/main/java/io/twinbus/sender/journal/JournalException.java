package io.twinbus.sender.journal;

/** A journal that cannot be used; says in one sentence why and what to do. */
public final class JournalException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person who operates the producer. */
  public JournalException(String sentence) {
    super(sentence);
  }

  /** As {@link #JournalException(String)}, because of {@code cause}. */
  public JournalException(String sentence, Exception cause) {
    super(sentence, cause);
  }
}
