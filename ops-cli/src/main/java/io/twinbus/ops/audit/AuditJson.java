package io.twinbus.ops.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.audit.AuditEntry;

/** An entry of the audit container as a document with stable fields. */
final class AuditJson {

  static final String[] FIELDS = {
    "at",
    "by",
    "oid",
    "verified",
    "actsFor",
    "act",
    "queue",
    "session",
    "message",
    "reason",
    "effect",
    "id"
  };

  private AuditJson() {}

  static ObjectNode of(AuditEntry entry) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("at", entry.at().toString()).put("by", entry.by().name());
    entry.by().oid().ifPresent(oid -> json.put("oid", oid));
    json.put("verified", entry.by().isVerified());
    entry.by().actsFor().ifPresent(person -> json.put("actsFor", person));
    json.put("act", entry.what().kind());
    entry.about().queue().ifPresent(queue -> json.put("queue", queue.value()));
    entry.about().session().ifPresent(session -> json.put("session", session));
    entry.about().message().ifPresent(message -> json.put("message", message));
    return json.put("reason", entry.what().reason())
        .put("effect", entry.what().effect())
        .put("id", entry.id());
  }
}
