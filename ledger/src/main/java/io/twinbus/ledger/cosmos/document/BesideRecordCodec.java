package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Overflow;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.StreamId;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a session record says of the message records beside it, as the field {@code annex}. */
public final class BesideRecordCodec {

  private BesideRecordCodec() {}

  public static void encode(ObjectNode document, BesideRecord annex) {
    ObjectNode target = document.putObject("annex");
    ArrayNode overflow = target.putArray("overflow");
    annex
        .overflow()
        .forEach(
            (stream, known) -> encode(overflow.addObject().put("stream", stream.value()), known));
    annex
        .noted()
        .ifPresent(
            end ->
                ReplayCodec.encode(
                    target
                        .putObject("noted")
                        .put("message", end.message().value())
                        .put("state", end.state().name())
                        .put("reason", end.reason()),
                    end.replay()));
    target.put("pardons", Fields.write(annex.pardons()));
    if (annex.cold() > 0) {
      target.put("cold", Fields.write(annex.cold()));
    }
  }

  static void encode(ObjectNode target, Overflow known) {
    target.put("pages", Fields.write(known.pages())).put("upTo", Fields.write(known.upTo()));
  }

  static Overflow overflow(Fields item) {
    return new Overflow(item.number("pages"), item.number("upTo"));
  }

  public static BesideRecord decode(Fields document) {
    return document.object("annex", BesideRecordCodec::annex);
  }

  private static BesideRecord annex(Fields fields) {
    SortedMap<StreamId, Overflow> overflow = new TreeMap<>();
    fields
        .list("overflow", item -> item)
        .forEach(item -> overflow.put(new StreamId(item.text("stream")), overflow(item)));
    return new BesideRecord(
        overflow,
        Optional.ofNullable(fields.objectOrNull("noted", BesideRecordCodec::noted)),
        fields.number("pardons"),
        fields.has("cold") ? fields.number("cold") : 0);
  }

  private static NotedEnd noted(Fields fields) {
    return new NotedEnd(
        new MessageId(fields.text("message")),
        fields.constant("state", EndState.class),
        fields.text("reason"),
        ReplayCodec.decode(fields));
  }
}
