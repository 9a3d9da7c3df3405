package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ForgetRule;
import io.twinbus.protocol.SessionId;
import java.util.List;
import java.util.Optional;

/**
 * What is left of a document beside the record of a session that was forgotten: its place, and
 * which numbers or message ended how, so that no straggler runs. Ids, reasons and operators' names
 * go.
 *
 * <p>It works on fields and not on kinds: a kind of document that is added later, with {@code
 * session}, {@code reason} or {@code ended[]}, is erased like the others.
 */
public final class ErasedDocument {

  private ErasedDocument() {}

  /**
   * The rest of {@code document}, the caller's own; empty where it is that already.
   *
   * @param retention how long it stays from now on, also where an application's numbers kept it
   * @param mark the mark of the write that erases it
   */
  public static Optional<ObjectNode> of(
      ObjectNode document, SessionId session, Retention retention, WriteMark mark) {
    String name = DocumentNames.forgotten(session);
    if (document.path(DocumentNames.SESSION).asText().equals(name)) {
      return Optional.empty();
    }
    ObjectNode rest = document.deepCopy();
    rest.put(DocumentNames.SESSION, name);
    erase(rest, "message");
    erase(rest, "reason");
    erase(rest, "by");
    for (JsonNode range : rest.path("ended")) {
      if (range instanceof ObjectNode item) {
        erase(item, "reason");
      }
    }
    rest.remove(List.of("explicit", DocumentNames.EXPLICITS));
    rest.put("ttl", retention.secondsForForgotten());
    WriteMarkCodec.encode(rest, mark);
    return Optional.of(rest);
  }

  /** Whether the message of {@code document} is still to run: then it is not to be erased. */
  public static boolean isOpen(ObjectNode document) {
    return MessageCodec.isOpen(document);
  }

  private static void erase(ObjectNode target, String field) {
    if (!target.path(field).asText().isEmpty()) {
      target.put(field, ForgetRule.FORGOTTEN);
    }
  }
}
