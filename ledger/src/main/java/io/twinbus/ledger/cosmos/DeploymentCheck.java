package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.document.DeploymentCodec;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import java.util.Optional;

/**
 * Makes sure that a ledger's container belongs to one deployment: the first that comes writes its
 * name into it, and every later one must be the same. It also says which other container belongs to
 * this one: receivers that read their leases in different containers would judge each other dead.
 */
final class DeploymentCheck {

  private static final int ATTEMPTS = 5;

  private final BlockingCalls calls;
  private final LedgerSettings settings;

  /** The container that belongs to the one that is checked. */
  private final String other;

  private DeploymentCheck(BlockingCalls calls, LedgerSettings settings, String other) {
    this.calls = calls;
    this.settings = settings;
    this.other = other;
  }

  /** A check of the sessions' container. */
  static DeploymentCheck ofSessions(BlockingCalls calls, LedgerSettings settings) {
    return new DeploymentCheck(calls, settings, settings.place().leases());
  }

  /** A check of the leases' container. */
  static DeploymentCheck ofLeases(BlockingCalls calls, LedgerSettings settings) {
    return new DeploymentCheck(calls, settings, settings.place().sessions());
  }

  /**
   * Reads whose ledger it is; where nobody's, writes {@code mine}, and reads again when somebody
   * else did so first.
   *
   * @throws LedgerStartException when it is another deployment's, or does not answer
   */
  void check(Deployment mine, WriteMark stamp) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Answer seen = calls.read(DocumentNames.DEPLOYMENT_PARTITION, DocumentNames.DEPLOYMENT_ID);
      if (seen instanceof Answer.Done done && done.document() != null) {
        compare(done.document(), mine);
        return;
      }
      if (seen instanceof Answer.Absent
          && calls.create(DeploymentCodec.encode(mine, other, settings.ids(), stamp))
              instanceof Answer.Done) {
        return;
      }
    }
    throw new LedgerStartException(
        Reason.UNREACHABLE,
        "The ledger at %s does not say whose it is: give this identity a role that may read and"
                .formatted(settings.endpoint())
            + " write, or try again.");
  }

  /**
   * Reads whose ledger it is, and writes nothing.
   *
   * @throws LedgerStartException when it is another deployment's, nobody's, or does not answer
   */
  void compare(Deployment mine) {
    Answer seen = calls.read(DocumentNames.DEPLOYMENT_PARTITION, DocumentNames.DEPLOYMENT_ID);
    if (seen instanceof Answer.Done done && done.document() != null) {
      compare(done.document(), mine);
      return;
    }
    throw new LedgerStartException(
        Reason.OTHER_DEPLOYMENT,
        seen instanceof Answer.Absent
            ? "The ledger at %s is nobody's yet: the first receiver, or 'ledger init', writes its deployment's name into it."
                .formatted(settings.endpoint())
            : "The ledger at %s does not say whose it is: try again."
                .formatted(settings.endpoint()));
  }

  /**
   * Reads of which schema the ledger is and in which form it keeps ids, and writes nothing.
   *
   * @throws LedgerStartException when either is not this process's, or it does not answer
   */
  void compareForm() {
    Answer seen = calls.read(DocumentNames.DEPLOYMENT_PARTITION, DocumentNames.DEPLOYMENT_ID);
    if (seen instanceof Answer.Done done && done.document() != null) {
      requireForm(done.document(), settings);
    } else if (!(seen instanceof Answer.Absent)) {
      throw new LedgerStartException(
          Reason.UNREACHABLE,
          "The ledger at %s does not say of which schema it is, and how it keeps ids: try again."
              .formatted(settings.endpoint()));
    }
  }

  /**
   * Has the ledger be {@code mine}'s, whosever it was. Read, replace If-Match, and read again until
   * it is, at most {@value #ATTEMPTS} times.
   *
   * @throws LedgerStartException when its containers belong to others, or it does not answer
   */
  void adopt(Deployment mine, WriteMark stamp) {
    ObjectNode wanted = DeploymentCodec.encode(mine, other, settings.ids(), stamp);
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Answer seen = calls.read(DocumentNames.DEPLOYMENT_PARTITION, DocumentNames.DEPLOYMENT_ID);
      Answer written = seen;
      if (seen instanceof Answer.Done done && done.document() != null) {
        requireOther(done.document());
        if (requireForm(done.document(), settings).equals(mine)) {
          return;
        }
        written = calls.replace(wanted, done.document().path("_etag").asText());
      } else if (seen instanceof Answer.Absent) {
        written = calls.create(wanted);
      }
      if (written != seen && written instanceof Answer.Done) {
        return;
      }
    }
    throw new LedgerStartException(
        Reason.UNREACHABLE,
        "It is not known whether the ledger at %s is this deployment's now: run the command again."
            .formatted(settings.endpoint()));
  }

  private void compare(ObjectNode document, Deployment mine) {
    requireOther(document);
    Deployment onRecord = requireForm(document, settings);
    if (!onRecord.equals(mine)) {
      boolean isRenamed = !onRecord.cluster().equals(mine.cluster());
      throw new LedgerStartException(
          Reason.OTHER_DEPLOYMENT,
          "The ledger at %s belongs to another deployment (%s; this one is %s): %s, or give this one"
                  .formatted(
                      settings.endpoint(),
                      onRecord,
                      mine,
                      isRenamed
                          ? "set twinbus.cluster to '%s' if it is yours"
                              .formatted(onRecord.cluster())
                          : "correct twinbus.regions")
              + " containers of its own; where the deployment itself has changed and none of its"
              + " receivers runs, 'ledger adopt' says so to the ledger.");
    }
  }

  private void requireOther(ObjectNode document) {
    String belonging = document.path(DeploymentCodec.OTHER).asText();
    if (!belonging.equals(other)) {
      throw new LedgerStartException(
          Reason.OTHER_DEPLOYMENT,
          "The ledger at %s was begun with the container '%s' beside this one and '%s' is configured: all processes name the same two containers in twinbus.ledger.container and twinbus.ledger.leases."
              .formatted(settings.endpoint(), belonging, other));
    }
  }

  /**
   * The deployment that {@code document} names, when it is of this build's schema and ids are kept
   * in the configured form. With another schema a process would read by the wrong rules; with ids
   * in another form it would find no record of a session, and run each message again.
   *
   * @throws LedgerStartException when either differs
   */
  static Deployment requireForm(ObjectNode document, LedgerSettings settings) {
    Deployment onRecord = decoded(document, settings);
    requireIds(document, settings);
    return onRecord;
  }

  private static void requireIds(ObjectNode document, LedgerSettings settings) {
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

  private static Deployment decoded(ObjectNode document, LedgerSettings settings) {
    try {
      return DeploymentCodec.decode(document);
    } catch (UnreadableDocumentException e) {
      throw new LedgerStartException(
          Reason.OTHER_DEPLOYMENT,
          "The ledger at %s cannot be used by this build: %s."
              .formatted(settings.endpoint(), e.getMessage()));
    }
  }
}
