package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Entries of the audit container as documents, and back. A document has at most 4 KiB: a longer
 * text loses its end, and ends with an ellipsis.
 */
public final class AuditCodec {

  private static final DateTimeFormatter MONTH =
      DateTimeFormatter.ofPattern("uuuu-MM", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final int NAME_BYTES = 300;
  private static final int ID_BYTES = 600;
  private static final int REASON_BYTES = 900;
  private static final int EFFECT_BYTES = 700;
  private static final int ESCAPED_BYTES = 6;

  private AuditCodec() {}

  /** The partition of what happened at {@code at}: its month. */
  public static String partition(Instant at) {
    return MONTH.format(at);
  }

  /** The document of {@code entry}; the caller's own. */
  public static ObjectNode encode(AuditEntry entry) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", entry.id());
    document.put(DocumentNames.PARTITION, partition(entry.at()));
    document.put("at", Fields.write(entry.at()));
    ObjectNode by = document.putObject("by").put("name", clipped(entry.by().name(), NAME_BYTES));
    entry.by().oid().ifPresent(oid -> by.put("oid", oid));
    entry.by().actsFor().ifPresent(person -> by.put("actsFor", clipped(person, NAME_BYTES)));
    by.put("verified", entry.by().isVerified());
    document.put("act", entry.what().kind());
    AuditSubject about = entry.about();
    about.queue().ifPresent(queue -> document.put(DocumentNames.QUEUE, queue.value()));
    about.session().ifPresent(id -> document.put(DocumentNames.SESSION, clippedId(id)));
    about.message().ifPresent(id -> document.put("message", clippedId(id)));
    document.put("reason", clipped(entry.what().reason(), REASON_BYTES));
    document.put("effect", clipped(entry.what().effect(), EFFECT_BYTES));
    document.put("schema", WriteMark.SCHEMA);
    document.put("ttl", Retention.AUDIT_SECONDS);
    return document;
  }

  /** The form that a session's or a message's id has in a document. */
  static String clippedId(String id) {
    return clipped(id, ID_BYTES);
  }

  /**
   * Reads an entry from its document.
   *
   * @throws UnreadableDocumentException when this build cannot read the document
   */
  public static AuditEntry decode(ObjectNode document) {
    String subject = "The audit entry '%s'".formatted(document.path("id").asText("?"));
    Fields fields = new Fields(subject, document);
    WriteMarkCodec.refuseOther(fields, subject);
    return new AuditEntry(
        fields.text("id"),
        fields.instant("at"),
        fields.object("by", AuditCodec::author),
        new AuditSubject(
            optional(fields, DocumentNames.QUEUE).map(EntityKey::new),
            optional(fields, DocumentNames.SESSION),
            optional(fields, "message")),
        new AuditedAct(fields.text("act"), fields.text("reason"), fields.text("effect")));
  }

  private static AuditAuthor author(Fields by) {
    return new AuditAuthor(by.text("name"), optional(by, "oid"), optional(by, "actsFor"));
  }

  private static Optional<String> optional(Fields fields, String name) {
    return Optional.ofNullable(fields.textOrNull(name));
  }

  /** The longest begin of {@code text} that takes no more than {@code most} bytes of JSON. */
  private static String clipped(String text, int most) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += bytesOf(text.charAt(i));
      if (bytes > most) {
        int end = Character.isLowSurrogate(text.charAt(i)) ? i - 1 : i;
        return text.substring(0, Math.max(0, end)) + "…";
      }
    }
    return text;
  }

  private static int bytesOf(char unit) {
    if (unit < ' ') {
      return ESCAPED_BYTES;
    }
    if (unit < 0x80) {
      return unit == '"' || unit == '\\' ? 2 : 1;
    }
    return unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
  }
}
