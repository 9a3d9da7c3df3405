package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.MessageContent;
import io.twinbus.protocol.StreamId;
import java.util.Optional;

/** What the document of a stream says that has left its session's record. */
final class ColdCodec {

  private ColdCodec() {}

  static void encode(ObjectNode document, MessageContent.Cold cold) {
    document.put("stream", cold.stream().value());
    ProgressCodec.encode(document, cold.cursor());
    if (cold.cursor().explicit()) {
      document.put(DocumentNames.EXPLICITS, 1);
    }
    ArrayNode ended = document.putArray("ended");
    cold.ended().forEach(range -> ProgressCodec.encode(ended.addObject(), range));
    cold.overflow()
        .ifPresent(known -> BesideRecordCodec.encode(document.putObject("overflow"), known));
  }

  static MessageContent.Cold decode(Fields fields) {
    return new MessageContent.Cold(
        new StreamId(fields.text("stream")),
        ProgressCodec.cursor(fields),
        fields.list("ended", ProgressCodec::range),
        Optional.ofNullable(fields.objectOrNull("overflow", BesideRecordCodec::overflow)));
  }
}
