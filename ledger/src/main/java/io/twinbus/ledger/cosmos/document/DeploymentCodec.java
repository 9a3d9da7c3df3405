package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.ids.RecordedIds;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Whose ledger it is as a document, and back. */
public final class DeploymentCodec {

  /** The field that names the other container of the ledger. */
  public static final String OTHER = "belongsWith";

  private static final String IDS = "ids";
  private static final String IDS_KEY = "key";

  private DeploymentCodec() {}

  /** What tells the key of the hashed ids from others; empty: the ledger keeps clear ids. */
  public static Optional<String> fingerprint(ObjectNode document) {
    JsonNode ids = document.path(IDS);
    return ids.isMissingNode() ? Optional.empty() : Optional.of(ids.path(IDS_KEY).asText());
  }

  /**
   * The document of {@code deployment} in a container that belongs with {@code other}.
   *
   * @param ids the form in which the ledger keeps ids
   */
  public static ObjectNode encode(
      Deployment deployment, String other, RecordedIds ids, WriteMark stamp) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", DocumentNames.DEPLOYMENT_ID);
    document.put(DocumentNames.PARTITION, DocumentNames.DEPLOYMENT_PARTITION);
    document.put(DocumentNames.KIND, DocumentNames.DEPLOYMENT_KIND);
    document.put("cluster", deployment.cluster());
    document.put(OTHER, other);
    ids.fingerprint()
        .ifPresent(
            print -> document.putObject(IDS).put("mode", ids.toString()).put(IDS_KEY, print));
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

  /**
   * Reads the deployment from its document.
   *
   * @throws UnreadableDocumentException when this build cannot read the document
   */
  public static Deployment decode(ObjectNode document) {
    String subject = "The document '%s'".formatted(DocumentNames.DEPLOYMENT_ID);
    Fields fields = new Fields(subject, document);
    WriteMarkCodec.refuseOther(fields, subject);
    try {
      SortedMap<RegionName, String> regions = new TreeMap<>();
      fields
          .list("regions", region -> region)
          .forEach(
              region -> regions.put(new RegionName(region.text("name")), region.text("endpoint")));
      return new Deployment(fields.text("cluster"), regions);
    } catch (IllegalArgumentException e) {
      throw new UnreadableDocumentException(
          "%s cannot be read: %s".formatted(subject, e.getMessage()));
    }
  }
}
