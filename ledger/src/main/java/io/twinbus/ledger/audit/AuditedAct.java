package io.twinbus.ledger.audit;

/**
 * What was done, and why.
 *
 * <p>Immutable and thread-safe.
 *
 * @param kind the kind of act, such as {@code RETRY}; a newer build may have others
 * @param reason the reason, in the author's words; empty where none was asked for
 * @param effect what it changes, or shows, in a few words
 */
public record AuditedAct(String kind, String reason, String effect) {

  /** A body was printed. */
  public static final String BODY_SHOWN = "BODY_SHOWN";

  /** What an application keeps in a session was printed. */
  public static final String STATE_SHOWN = "STATE_SHOWN";

  /** Bodies were written to a file. */
  public static final String BODY_SAVED = "BODY_SAVED";

  /** Dead letters are deleted. */
  public static final String LETTERS_DELETED = "LETTERS_DELETED";

  /** Dead letters are sent again. */
  public static final String REPLAY = "REPLAY";

  /** The ledger's containers are created where they are missing. */
  public static final String LEDGER_INIT = "LEDGER_INIT";

  /** The ledger is told that its deployment has changed. */
  public static final String LEDGER_ADOPT = "LEDGER_ADOPT";
}
