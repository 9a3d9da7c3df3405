package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;

/** The mark of the last write as fields, and the refusal of documents of another schema. */
public final class WriteMarkCodec {

  private WriteMarkCodec() {}

  public static void encode(ObjectNode document, WriteMark stamp) {
    document.put("writeId", stamp.writeId().value());
    document.put("schema", stamp.schema());
    document.put("updatedAt", Fields.write(stamp.at()));
  }

  public static WriteMark decode(Fields fields) {
    return new WriteMark(
        new WriteId(fields.text("writeId")), fields.small("schema"), fields.instant("updatedAt"));
  }

  /**
   * Refuses a document of another schema: reading a newer one by old rules, and writing it back,
   * would lose what it says; older ones were never released.
   */
  public static void refuseOther(Fields fields, String subject) {
    int schema = fields.small("schema");
    if (schema > WriteMark.SCHEMA) {
      throw new UnreadableDocumentException(
          "%s has schema %d and this build knows %d: an older build met a newer record, upgrade it"
              .formatted(subject, schema, WriteMark.SCHEMA));
    }
    if (schema < WriteMark.SCHEMA) {
      throw new UnreadableDocumentException(
          "%s has schema %d, which no release has written, and this build reads schema %d alone: give this deployment a new, empty database"
              .formatted(subject, schema, WriteMark.SCHEMA));
    }
  }
}
