package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.document.DeploymentCodec;
import java.util.Optional;

/**
 * Makes sure that a process keeps ids in the form in which its ledger was begun. In another form it
 * would find no record of a session, and run each message again.
 */
final class IdsCheck {

  private IdsCheck() {}

  /**
   * Compares the form that {@code document}, the deployment's, names with the configured one.
   *
   * @throws LedgerStartException when they differ
   */
  static void require(ObjectNode document, LedgerSettings settings) {
    Optional<String> onRecord = DeploymentCodec.fingerprint(document);
    Optional<String> mine = settings.ids().fingerprint();
    if (!onRecord.equals(mine)) {
      throw new LedgerStartException(
          Reason.OTHER_DEPLOYMENT,
          "The ledger at %s %s."
              .formatted(settings.endpoint(), difference(onRecord.isPresent(), mine.isPresent())));
    }
  }

  private static String difference(boolean isHashed, boolean isMineHashed) {
    if (!isHashed) {
      return "keeps clear ids, and twinbus.ledger.ids is hashed: set it to clear, or give this"
          + " deployment new containers";
    }
    return isMineHashed
        ? "keeps ids as hashes under another key than twinbus.ledger.ids-key: set the key with"
            + " which it was begun"
        : "keeps ids as hashes, and twinbus.ledger.ids is clear: set it to hashed, and"
            + " twinbus.ledger.ids-key to the deployment's key";
  }
}
