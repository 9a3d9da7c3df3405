package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.util.Optional;

/** Session records as documents, and back. Thread-safe. */
public final class SessionCodec {

  private static final String RESTING = "resting";

  private final EntityKey queue;
  private final Retention retention;

  /** Documents of {@code queue} that stay as long as {@code retention} says. */
  public SessionCodec(EntityKey queue, Retention retention) {
    this.queue = queue;
    this.retention = retention;
  }

  /** The document of {@code record}; the caller's own. */
  public ObjectNode encode(SessionRecord record) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", DocumentNames.SESSION_ID);
    new SessionPlace(queue, record.session()).encode(document);
    if (isTombstone(record)) {
      document.put(DocumentNames.SESSION, DocumentNames.forgotten(record.session()));
    }
    document.put(DocumentNames.KIND, DocumentNames.SESSION_KIND);
    custody(document, record.custody());
    ProgressCodec.encode(document, record.progress());
    record.state().ifPresent(state -> document.put("state", Fields.write(state.toBytes())));
    ActCodec.encode(document, record.acts());
    if (!record.progress().waiting().isEmpty()) {
      document.put(DocumentNames.GAPS, record.progress().waiting().size());
    }
    long explicits = record.progress().cursors().values().stream().filter(Cursor::explicit).count();
    if (explicits > 0) {
      document.put(DocumentNames.EXPLICITS, explicits);
    }
    WriteMarkCodec.encode(document, record.stamp());
    document.put("ttl", retention.secondsFor(record));
    return document;
  }

  /**
   * The record of {@code session} in {@code document}.
   *
   * @throws UnreadableDocumentException when this build cannot read the document, or it is another
   *     session's
   */
  public SessionRecord decode(ObjectNode document, SessionId session) {
    new SessionPlace(queue, session).require(document);
    SessionRecord record = decode(document);
    return record.status() == SessionStatus.FORGOTTEN ? record.withSession(session) : record;
  }

  /** A gap that was reported since says that the session lives, and operators look for it by id. */
  private static boolean isTombstone(SessionRecord record) {
    return record.status() == SessionStatus.FORGOTTEN && record.progress().waiting().isEmpty();
  }

  /**
   * The record in {@code document}.
   *
   * @throws UnreadableDocumentException when this build cannot read the document
   */
  public SessionRecord decode(ObjectNode document) {
    Fields fields = new Fields(subject(document), document);
    WriteMarkCodec.refuseOther(fields, subject(document));
    try {
      return new SessionRecord(
          new SessionId(fields.text("session")),
          new Custody(
              fields.constant("status", SessionStatus.class),
              fields.objectOrNull("owner", SessionCodec::owner),
              fields.number("token"),
              fields.objectOrNull("block", SessionCodec::block),
              fields.has(RESTING) && fields.truth(RESTING)),
          ProgressCodec.decode(fields),
          Optional.ofNullable(fields.bytesOrNull("state")).map(Body::wrap),
          ActCodec.decode(fields),
          WriteMarkCodec.decode(fields));
    } catch (IllegalArgumentException e) {
      throw new UnreadableDocumentException(
          "%s cannot be read: %s".formatted(subject(document), e.getMessage()));
    }
  }

  private static String subject(ObjectNode document) {
    return "The record of session '%s'".formatted(document.path("session").asText("?"));
  }

  private static void custody(ObjectNode document, Custody custody) {
    document.put("status", custody.status().name());
    document.put("token", Fields.write(custody.token()));
    Owner owner = custody.owner();
    if (owner != null) {
      encode(document.putObject("owner"), owner);
    }
    if (custody.resting()) {
      document.put(RESTING, true);
    }
    Block block = custody.block();
    if (block != null) {
      document
          .putObject("block")
          .put("reason", block.reason())
          .put("message", block.message())
          .put("by", block.by())
          .put("since", Fields.write(block.since()));
    }
  }

  public static void encode(ObjectNode target, Owner owner) {
    target
        .put("region", owner.region().value())
        .put("instance", owner.instance().value())
        .put("claim", owner.claim().value());
  }

  public static Owner owner(Fields fields) {
    return new Owner(
        new RegionName(fields.text("region")),
        new InstanceId(fields.text("instance")),
        new ClaimId(fields.text("claim")));
  }

  private static Block block(Fields fields) {
    return new Block(
        fields.text("reason"),
        fields.textOrNull("message"),
        fields.text("by"),
        fields.instant("since"));
  }
}
