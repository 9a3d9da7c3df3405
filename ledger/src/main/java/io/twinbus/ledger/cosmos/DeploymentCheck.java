package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.Fields;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.cosmos.document.WriteMarkCodec;
import io.twinbus.protocol.RegionName;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes sure that a ledger's container belongs to one deployment: the first that comes writes its
 * name into it, and every later one must be the same. It also says which other container belongs to
 * this one: receivers that read their leases in different containers would judge each other dead.
 */
final class DeploymentCheck {

  private static final int ATTEMPTS = 5;
  private static final String OTHER = "belongsWith";

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
          && calls.create(encoded(mine, stamp)) instanceof Answer.Done) {
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

  private void compare(ObjectNode document, Deployment mine) {
    Deployment onRecord = decoded(document);
    String belonging = document.path(OTHER).asText();
    if (!belonging.equals(other)) {
      throw new LedgerStartException(
          Reason.OTHER_DEPLOYMENT,
          "The ledger at %s was begun with the container '%s' beside this one and '%s' is configured: all processes name the same two containers in twinbus.ledger.container and twinbus.ledger.leases."
              .formatted(settings.endpoint(), belonging, other));
    }
    if (!onRecord.equals(mine)) {
      throw new LedgerStartException(
          Reason.OTHER_DEPLOYMENT,
          "The ledger at %s belongs to another deployment (%s; this one is %s): give this one a"
                  .formatted(settings.endpoint(), onRecord, mine)
              + " container of its own, or, if the deployment itself has changed and no receiver"
              + " of the old one runs, delete the document '%s'."
                  .formatted(DocumentNames.DEPLOYMENT_ID));
    }
  }

  private ObjectNode encoded(Deployment deployment, WriteMark stamp) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", DocumentNames.DEPLOYMENT_ID);
    document.put(DocumentNames.PARTITION, DocumentNames.DEPLOYMENT_PARTITION);
    document.put(DocumentNames.KIND, DocumentNames.DEPLOYMENT_KIND);
    document.put("cluster", deployment.cluster());
    document.put(OTHER, other);
    ArrayNode regions = document.putArray("regions");
    deployment
        .regions()
        .forEach(
            (name, endpoint) ->
                regions.addObject().put("name", name.value()).put("endpoint", endpoint));
    WriteMarkCodec.encode(document, stamp);
    document.put("ttl", Retention.FOREVER);
    return document;
  }

  private Deployment decoded(ObjectNode document) {
    String subject = "The document '%s'".formatted(DocumentNames.DEPLOYMENT_ID);
    try {
      Fields fields = new Fields(subject, document);
      WriteMarkCodec.refuseOther(fields, subject);
      SortedMap<RegionName, String> regions = new TreeMap<>();
      fields
          .list("regions", region -> region)
          .forEach(
              region -> regions.put(new RegionName(region.text("name")), region.text("endpoint")));
      return new Deployment(fields.text("cluster"), regions);
    } catch (UnreadableDocumentException | IllegalArgumentException e) {
      throw new LedgerStartException(
          Reason.OTHER_DEPLOYMENT,
          "The ledger at %s cannot be used by this build: %s."
              .formatted(settings.endpoint(), e.getMessage()));
    }
  }
}
