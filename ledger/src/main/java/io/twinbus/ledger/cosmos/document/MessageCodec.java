package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;

/** Message records as documents, and back. Thread-safe. */
public final class MessageCodec {

  private enum Status {
    OPEN,
    OVER,
    PAGE,
    COLD
  }

  private final EntityKey queue;
  private final Retention retention;

  /** Documents of {@code queue} that stay as long as {@code retention} says. */
  public MessageCodec(EntityKey queue, Retention retention) {
    this.queue = queue;
    this.retention = retention;
  }

  /** The document of {@code record}; the caller's own. */
  public ObjectNode encode(MessageRecord record) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", record.key().value());
    new SessionPlace(queue, record.session()).encode(document);
    document.put(DocumentNames.KIND, DocumentNames.MESSAGE_KIND);
    content(document, record.content());
    WriteMarkCodec.encode(document, record.stamp());
    document.put("ttl", retention.secondsFor(record.content()));
    return document;
  }

  private static void content(ObjectNode document, MessageContent content) {
    if (content instanceof MessageContent.Open open) {
      open(document, open);
    } else if (content instanceof MessageContent.Over over) {
      document
          .put("status", Status.OVER.name())
          .put("message", over.message().value())
          .put("token", Fields.write(over.token()))
          .put("state", over.state().name())
          .put("reason", over.reason());
      ReplayCodec.encode(document, over.replay());
    } else if (content instanceof MessageContent.Page page) {
      document
          .put("status", Status.PAGE.name())
          .put("stream", page.stream().value())
          .put("number", Fields.write(page.number()));
      ArrayNode ended = document.putArray("ended");
      page.ranges().forEach(range -> ProgressCodec.encode(ended.addObject(), range));
    } else if (content instanceof MessageContent.Cold cold) {
      document.put("status", Status.COLD.name());
      ColdCodec.encode(document, cold);
    }
  }

  private static void open(ObjectNode document, MessageContent.Open open) {
    document
        .put("status", Status.OPEN.name())
        .put("message", open.message().value())
        .put("token", Fields.write(open.token()));
    Owner owner = open.owner();
    if (owner != null) {
      SessionCodec.encode(document.putObject("owner"), owner);
    }
    ObjectNode tries = document.putObject("attempts");
    tries
        .put("takeovers", open.tries().takeovers())
        .put("started", open.tries().started())
        .put("pardons", Fields.write(open.tries().pardons()));
    FailureCodec.encode(tries, open.tries().failed());
    ReplayCodec.encode(document, open.replay());
  }

  /**
   * The record of a message of {@code session} in {@code document}.
   *
   * @throws UnreadableDocumentException when this build cannot read the document, or it is another
   *     session's
   */
  public MessageRecord decode(ObjectNode document, SessionId session) {
    new SessionPlace(queue, session).require(document);
    String subject =
        "The message record '%s' of session '%s'"
            .formatted(document.path("id").asText("?"), document.path("session").asText("?"));
    Fields fields = new Fields(subject, document);
    WriteMarkCodec.refuseOther(fields, subject);
    try {
      MessageContent content =
          switch (fields.constant("status", Status.class)) {
            case OPEN -> open(fields);
            case OVER ->
                new MessageContent.Over(
                    new MessageId(fields.text("message")),
                    fields.constant("state", EndState.class),
                    fields.text("reason"),
                    fields.number("token"),
                    ReplayCodec.decode(fields));
            case PAGE ->
                new MessageContent.Page(
                    new StreamId(fields.text("stream")),
                    fields.number("number"),
                    fields.list("ended", ProgressCodec::range));
            case COLD -> ColdCodec.decode(fields);
          };
      return new MessageRecord(session, content, WriteMarkCodec.decode(fields));
    } catch (IllegalArgumentException e) {
      throw new UnreadableDocumentException(
          "%s cannot be read: %s".formatted(subject, e.getMessage()));
    }
  }

  static boolean isOpen(ObjectNode document) {
    return document.path("status").asText().equals(Status.OPEN.name());
  }

  private static MessageContent.Open open(Fields fields) {
    return new MessageContent.Open(
        new MessageId(fields.text("message")),
        fields.objectOrNull("owner", SessionCodec::owner),
        fields.number("token"),
        fields.object("attempts", MessageCodec::tries),
        ReplayCodec.decode(fields));
  }

  private static MessageAttempts tries(Fields fields) {
    return new MessageAttempts(
        FailureCodec.decode(fields),
        fields.small("takeovers"),
        fields.truth("started"),
        fields.number("pardons"));
  }
}
