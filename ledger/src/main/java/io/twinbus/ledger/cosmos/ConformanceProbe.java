package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.Retention;

/**
 * Makes sure, on a document of its own, that the account refuses a write with an outdated ETag:
 * every claim and every commit rests on that. At least one emulator did not.
 */
final class ConformanceProbe {

  private static final int ATTEMPTS = 3;

  private final BlockingCalls calls;
  private final LedgerSettings settings;

  ConformanceProbe(BlockingCalls calls, LedgerSettings settings) {
    this.calls = calls;
    this.settings = settings;
  }

  /**
   * Creates the document {@code name}, replaces it, and replaces it once more with the ETag of its
   * creation; the account deletes it a minute later.
   *
   * @throws LedgerStartException unless the last replace is refused
   */
  void run(String name) {
    ObjectNode document = document(name);
    String etag = null;
    for (int attempt = 1; attempt <= ATTEMPTS && etag == null; attempt++) {
      document.put("id", name + "-" + attempt);
      if (calls.create(document) instanceof Answer.Done created
          && calls.replace(document, created.etag()) instanceof Answer.Done) {
        etag = created.etag();
      }
    }
    if (etag == null) {
      throw unanswered();
    }
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Answer stale = calls.replace(document, etag);
      if (stale instanceof Answer.Conflict) {
        return;
      }
      if (stale instanceof Answer.Done) {
        throw new LedgerStartException(
            Reason.STALE_WRITE_ACCEPTED,
            "The ledger at %s accepts a write with an outdated ETag, so that no claim would hold:"
                    .formatted(settings.endpoint())
                + " use another account.");
      }
    }
    throw unanswered();
  }

  /** A document to try something on. */
  static ObjectNode document(String name) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", name)
        .put(DocumentNames.PARTITION, DocumentNames.PROBES_PARTITION)
        .put(DocumentNames.KIND, DocumentNames.PROBE_KIND)
        .put("ttl", Retention.PROBE_SECONDS);
  }

  private LedgerStartException unanswered() {
    return new LedgerStartException(
        Reason.UNREACHABLE,
        "The ledger at %s does not carry out a plain create and replace: give this identity a role"
                .formatted(settings.endpoint())
            + " that may write, or try again.");
  }
}
