package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.SessionId;

/**
 * Whose document it is: the entity and the session that every document in a session's partition
 * names. A document of another session must never be taken for the one that was asked for, nor for
 * an absent one. Immutable and thread-safe.
 *
 * @param queue the queue or subscription
 * @param session the session
 */
public record SessionPlace(EntityKey queue, SessionId session) {

  /** The key of the partition. */
  public String partition() {
    return DocumentNames.partitionOf(queue, session);
  }

  /** Writes it into {@code document}. */
  void encode(ObjectNode document) {
    document.put(DocumentNames.PARTITION, partition());
    document.put(DocumentNames.QUEUE, queue.value());
    document.put(DocumentNames.SESSION, session.value());
  }

  /** Whether {@code found} stands in place of this session's id, which was forgotten. */
  private boolean isForgotten(String found) {
    return found.equals(DocumentNames.forgotten(session));
  }

  /**
   * Makes sure that {@code document} is this session's.
   *
   * @throws UnreadableDocumentException when it is another one's
   */
  public void require(ObjectNode document) {
    String foundQueue = document.path(DocumentNames.QUEUE).asText();
    String found = document.path(DocumentNames.SESSION).asText();
    if (!foundQueue.equals(queue.value())
        || found.isEmpty()
        || !(isForgotten(found) || new SessionId(found).wire().equals(session.wire()))) {
      throw new UnreadableDocumentException(
          "The document '%s' at the place of session '%s' in '%s' belongs to session '%s' in '%s'"
              .formatted(document.path("id").asText(), session, queue, found, foundQueue));
    }
  }
}
