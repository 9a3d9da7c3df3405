package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.BeatsOutcome;
import java.time.Instant;

/** Instance leases as documents of at most 200 bytes, and back. */
public final class LeaseCodec {

  private static final String BEAT = "beat";

  /** The writer's clock in milliseconds: more exact is not worth its bytes. */
  private static final String AT = "at";

  private LeaseCodec() {}

  public static ObjectNode encode(InstanceLease lease) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", lease.instance().value());
    document.put(DocumentNames.PARTITION, DocumentNames.LEASES_PARTITION);
    document.put(BEAT, Fields.write(lease.beat()));
    document.put(AT, Fields.write(lease.stamp().at().toEpochMilli()));
    document.put("writeId", lease.stamp().writeId().value());
    document.put("schema", lease.stamp().schema());
    document.put("ttl", Retention.LEASE_SECONDS);
    return document;
  }

  /**
   * Reads the lease from its document.
   *
   * @throws UnreadableDocumentException when this build cannot read the document
   */
  public static InstanceLease decode(ObjectNode document) {
    Fields fields = fields(document);
    return new InstanceLease(
        new InstanceId(fields.text("id")),
        fields.number(BEAT),
        new WriteMark(new WriteId(fields.text("writeId")), fields.small("schema"), at(fields)));
  }

  /**
   * Reads the beat from what a query answers for a lease.
   *
   * @throws UnreadableDocumentException when this build cannot read the document
   */
  public static BeatsOutcome.Beat beat(ObjectNode row) {
    Fields fields = fields(row);
    return new BeatsOutcome.Beat(
        new InstanceId(fields.text("id")), fields.number(BEAT), at(fields));
  }

  private static Fields fields(ObjectNode document) {
    String subject = "The lease of instance '%s'".formatted(document.path("id").asText("?"));
    Fields fields = new Fields(subject, document);
    WriteMarkCodec.refuseOther(fields, subject);
    return fields;
  }

  private static Instant at(Fields fields) {
    return Instant.ofEpochMilli(fields.number(AT));
  }
}
