package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.Fields;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.cosmos.document.WriteMarkCodec;

/**
 * Makes sure that a ledger is not a copy of another one, as a restored backup is, unless an
 * operator has said that it is to be used.
 *
 * <p>A backup is restored into an account of another name. So a document says in which account it
 * was written, and it cannot know that it was copied:
 *
 * <ol>
 *   <li>No document: write this account and the configured generation.
 *   <li>A newer generation than the configured one: this process does not know of the restore;
 *       refuse.
 *   <li>The configured generation is newer: that is the confirmation. Write this account and that
 *       generation, by If-Match; where somebody was faster, look again.
 *   <li>The same generation and another account: a copy that nobody has confirmed; refuse.
 * </ol>
 */
final class GenerationCheck {

  private static final int ATTEMPTS = 5;
  private static final String ACCOUNT = "account";
  private static final String GENERATION = "generation";

  private final BlockingCalls calls;
  private final LedgerSettings settings;
  private final String account;

  /** A check of the ledger in {@code account}. */
  GenerationCheck(BlockingCalls calls, LedgerSettings settings, String account) {
    this.calls = calls;
    this.settings = settings;
    this.account = account;
  }

  /**
   * @throws LedgerStartException when it is a copy, a generation ahead, or does not answer
   */
  void check(int configured, WriteMark stamp) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (isSettled(configured, encoded(configured, stamp))) {
        return;
      }
    }
    throw new LedgerStartException(
        Reason.UNREACHABLE,
        "The ledger at %s does not say which generation it is: give this identity a role that may"
                .formatted(settings.endpoint())
            + " read and write, or try again.");
  }

  /**
   * Reads which generation it is, and writes nothing.
   *
   * @throws LedgerStartException when it is a copy, another generation, or does not answer
   */
  void compare(int configured) {
    Answer seen = calls.read(DocumentNames.DEPLOYMENT_PARTITION, DocumentNames.GENERATION_ID);
    if (seen instanceof Answer.Absent) {
      return; // nobody has worked with it yet
    }
    if (!(seen instanceof Answer.Done done) || done.document() == null) {
      throw new LedgerStartException(
          Reason.UNREACHABLE,
          "The ledger at %s does not say which generation it is: try again."
              .formatted(settings.endpoint()));
    }
    Fields fields = fields(done.document());
    int onRecord = fields.small(GENERATION);
    if (configured > onRecord) {
      throw new LedgerStartException(
          Reason.RESTORED,
          "The ledger at %s is generation %d and generation %d is configured: the first receiver, or 'ledger init', confirms that; look at twinbus.ledger.generation."
              .formatted(settings.endpoint(), onRecord, configured));
    }
    refuseUnconfirmed(configured, onRecord, fields.text(ACCOUNT));
  }

  private boolean isSettled(int configured, ObjectNode mine) {
    Answer seen = calls.read(DocumentNames.DEPLOYMENT_PARTITION, DocumentNames.GENERATION_ID);
    if (seen instanceof Answer.Absent) {
      return calls.create(mine) instanceof Answer.Done;
    }
    if (!(seen instanceof Answer.Done done) || done.document() == null) {
      return false;
    }
    Fields fields = fields(done.document());
    int onRecord = fields.small(GENERATION);
    String origin = fields.text(ACCOUNT);
    if (configured > onRecord) {
      return calls.replace(mine, done.etag()) instanceof Answer.Done;
    }
    refuseUnconfirmed(configured, onRecord, origin);
    return true;
  }

  private void refuseUnconfirmed(int configured, int onRecord, String origin) {
    if (configured < onRecord) {
      throw new LedgerStartException(
          Reason.RESTORED,
          "The ledger at %s is generation %d and this process is configured for %d: a backup was restored; set twinbus.ledger.generation to %d."
              .formatted(settings.endpoint(), onRecord, configured, onRecord));
    }
    if (!origin.equals(account)) {
      throw new LedgerStartException(
          Reason.RESTORED,
          "The ledger at %s is a copy of the one in account '%s', as a restored backup is, and does not know what ran since: to use it all the same, set twinbus.ledger.generation to %d for every receiver."
              .formatted(settings.endpoint(), origin, onRecord + 1));
    }
  }

  private Fields fields(ObjectNode document) {
    String subject = "The document '%s'".formatted(DocumentNames.GENERATION_ID);
    try {
      Fields fields = new Fields(subject, document);
      WriteMarkCodec.refuseOther(fields, subject);
      fields.small(GENERATION);
      fields.text(ACCOUNT);
      return fields;
    } catch (UnreadableDocumentException e) {
      throw new LedgerStartException(
          Reason.RESTORED,
          "The ledger at %s cannot be used by this build: %s."
              .formatted(settings.endpoint(), e.getMessage()));
    }
  }

  private ObjectNode encoded(int generation, WriteMark stamp) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", DocumentNames.GENERATION_ID);
    document.put(DocumentNames.PARTITION, DocumentNames.DEPLOYMENT_PARTITION);
    document.put(DocumentNames.KIND, DocumentNames.DEPLOYMENT_KIND);
    document.put(ACCOUNT, account);
    document.put(GENERATION, generation);
    WriteMarkCodec.encode(document, stamp);
    document.put("ttl", Retention.FOREVER);
    return document;
  }
}
