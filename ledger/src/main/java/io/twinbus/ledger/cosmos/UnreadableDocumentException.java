package io.twinbus.ledger.cosmos;

/** A document that this build cannot read; the message is one sentence without a full stop. */
public final class UnreadableDocumentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableDocumentException(String sentence) {
    super(sentence);
  }
}
