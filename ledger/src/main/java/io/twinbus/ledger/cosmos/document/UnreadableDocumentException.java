package io.twinbus.ledger.cosmos.document;

/** A document that this build cannot read; the message is one sentence without a full stop. */
public final class UnreadableDocumentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnreadableDocumentException(String sentence) {
    super(sentence);
  }
}
