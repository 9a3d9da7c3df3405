package io.twinbus.receiver.session.state;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.Delivery;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies of messages of one session. */
public final class Copies {

  static final SessionId SESSION = new SessionId("parcel-1");
  static final StreamId A = new StreamId("a");
  static final StreamId B = new StreamId("b");
  static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

  private Copies() {}

  /** The copy of a message that was sent now, and whose predecessor is the number before. */
  public static Delivery copy(long brokerSequence, StreamId stream, long seq) {
    return copy(brokerSequence, new Position(stream, seq, seq - 1), NOW, null);
  }

  static Delivery copy(
      long brokerSequence, Position position, Instant sentAt, @Nullable Instant notBefore) {
    SequencedHeaders headers =
        new SequencedHeaders(position, null, new RegionName("east"), sentAt, null, notBefore);
    return delivery(
        brokerSequence, new ParsedHeaders.Sequenced(headers), position.stream() + "-" + position);
  }

  /** The same of a stream that the application numbers. */
  static Delivery ofExplicit(long brokerSequence, StreamId stream, long seq) {
    Position position = new Position(stream, seq, seq - 1);
    SequencedHeaders headers =
        new SequencedHeaders(position, null, new RegionName("east"), NOW, null).ofExplicit();
    return delivery(brokerSequence, new ParsedHeaders.Sequenced(headers), "explicit-" + seq);
  }

  /** The copy of a message that has a record of its own. */
  public static Delivery single(long brokerSequence) {
    return delivery(brokerSequence, new ParsedHeaders.Foreign(), "foreign-" + brokerSequence);
  }

  static Position positionOf(Delivery delivery) {
    return delivery.position().orElseThrow();
  }

  private static Delivery delivery(long brokerSequence, ParsedHeaders headers, String id) {
    Message message =
        new Message(
            SESSION,
            new MessageId(id),
            Body.empty(),
            Map.of(),
            new Message.Envelope(null, null, null));
    return new Delivery(brokerSequence, headers, message);
  }
}
