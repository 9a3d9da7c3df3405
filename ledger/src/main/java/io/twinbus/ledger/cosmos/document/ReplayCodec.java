package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.StreamId;
import java.util.Optional;

/** Which replay a document speaks of, as its fields {@code of}, {@code ordinal}, {@code body}. */
final class ReplayCodec {

  private ReplayCodec() {}

  static void encode(ObjectNode target, Optional<Replay> replay) {
    replay.ifPresent(
        known -> {
          ObjectNode of = target.putObject("of");
          known
              .of()
              .ifPresent(
                  place ->
                      of.put("stream", place.stream().value())
                          .put("seq", Fields.write(place.seq())));
          target
              .put("ordinal", Fields.write(known.ordinal()))
              .put("body", known.body())
              .put("by", known.by());
        });
  }

  static Optional<Replay> decode(Fields fields) {
    return fields.has("of")
        ? Optional.of(
            new Replay(
                fields.object("of", ReplayCodec::place),
                fields.number("ordinal"),
                fields.text("body"),
                fields.text("by")))
        : Optional.empty();
  }

  private static Optional<Position> place(Fields of) {
    return of.has("stream")
        ? Optional.of(
            new Position(new StreamId(of.text("stream")), of.number("seq"), of.number("seq") - 1))
        : Optional.empty();
  }
}
