package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.protocol.RegionName;

/** Instance leases as documents, and back. */
public final class LeaseCodec {

  private LeaseCodec() {}

  public static ObjectNode encode(InstanceLease lease) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", DocumentNames.idOf(lease.instance()));
    document.put(DocumentNames.PARTITION, DocumentNames.LEASES_PARTITION);
    document.put(DocumentNames.KIND, DocumentNames.LEASE_KIND);
    document.put("instance", lease.instance().value());
    document.put("region", lease.region().value());
    document.put("beat", Fields.write(lease.beat()));
    document.put("startedAt", Fields.write(lease.startedAt()));
    InstanceStats vitals = lease.vitals();
    document
        .putObject("vitals")
        .put("version", vitals.version())
        .put("state", vitals.state().name())
        .put("sessions", vitals.sessions())
        .put("claims", vitals.claims())
        .put("ended", Fields.write(vitals.ended()))
        .put("takeovers", Fields.write(vitals.takeovers()));
    WriteMarkCodec.encode(document, lease.stamp());
    document.put("ttl", Retention.LEASE_SECONDS);
    return document;
  }

  /**
   * Reads the lease from its document.
   *
   * @throws UnreadableDocumentException when this build cannot read the document
   */
  public static InstanceLease decode(ObjectNode document) {
    String subject = "The lease of instance '%s'".formatted(document.path("instance").asText("?"));
    Fields fields = new Fields(subject, document);
    WriteMarkCodec.refuseNewer(fields, subject);
    try {
      return new InstanceLease(
          new InstanceId(fields.text("instance")),
          new RegionName(fields.text("region")),
          fields.number("beat"),
          fields.instant("startedAt"),
          vitals(fields),
          WriteMarkCodec.decode(fields));
    } catch (IllegalArgumentException e) {
      throw new UnreadableDocumentException(
          "%s cannot be read: %s".formatted(subject, e.getMessage()));
    }
  }

  /** They are for people: what cannot be read of them must not hide the beat. */
  private static InstanceStats vitals(Fields lease) {
    try {
      InstanceStats found = lease.objectOrNull("vitals", LeaseCodec::said);
      return found == null ? InstanceStats.UNKNOWN : found;
    } catch (UnreadableDocumentException e) {
      return InstanceStats.UNKNOWN;
    }
  }

  private static InstanceStats said(Fields fields) {
    return new InstanceStats(
        fields.text("version"),
        fields.constant("state", InstanceStats.State.class),
        fields.small("sessions"),
        fields.small("claims"),
        fields.number("ended"),
        fields.number("takeovers"));
  }
}
