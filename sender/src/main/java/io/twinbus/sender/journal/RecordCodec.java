package io.twinbus.sender.journal;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes records to bytes and reads them back; the first byte is the kind of the record. */
final class RecordCodec {

  private static final int MESSAGE = 1;
  private static final int ACCEPTED = 2;
  private static final int REFUSED = 3;
  private static final int ABANDONED = 4;
  private static final int START = 5;
  private static final int COUNTER = 6;
  private static final int PASSED_OVER = 7;

  private RecordCodec() {}

  static void write(JournalRecord record, DataOutputStream out) throws IOException {
    if (record instanceof JournalRecord.Message message) {
      out.writeByte(MESSAGE);
      writeMessage(message, out);
    } else if (record instanceof JournalRecord.CopyEnded ended) {
      out.writeByte(ended.accepted() ? ACCEPTED : REFUSED);
      out.writeLong(ended.index());
      ValueCodec.text(ended.region().value(), out);
    } else if (record instanceof JournalRecord.NumberAbandoned abandoned) {
      out.writeByte(ABANDONED);
      ValueCodec.text(abandoned.session().value(), out);
      ValueCodec.text(abandoned.stream().value(), out);
      out.writeLong(abandoned.seq());
    } else if (record instanceof JournalRecord.SegmentStart start) {
      out.writeByte(START);
      out.writeLong(start.segment());
      out.writeLong(start.firstIndex());
    } else if (record instanceof JournalRecord.Counter counter) {
      out.writeByte(COUNTER);
      writeCounter(counter, out);
    } else if (record instanceof JournalRecord.PassedOver passed) {
      out.writeByte(PASSED_OVER);
      ValueCodec.text(passed.session().value(), out);
      ValueCodec.text(passed.stream().value(), out);
      out.writeLong(passed.seq());
      writeMark(passed.before(), out);
    }
  }

  /** The records that {@code bytes} hold. */
  static List<JournalRecord> read(byte[] bytes) throws IOException {
    List<JournalRecord> records = new ArrayList<>();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    while (in.available() > 0) {
      int kind = in.readByte();
      records.add(
          switch (kind) {
            case MESSAGE -> readMessage(in);
            case ACCEPTED, REFUSED ->
                new JournalRecord.CopyEnded(
                    in.readLong(), new RegionName(ValueCodec.text(in)), kind == ACCEPTED);
            case ABANDONED ->
                new JournalRecord.NumberAbandoned(
                    new SessionId(ValueCodec.text(in)),
                    new StreamId(ValueCodec.text(in)),
                    in.readLong());
            case START -> new JournalRecord.SegmentStart(in.readLong(), in.readLong());
            case COUNTER -> readCounter(in);
            case PASSED_OVER ->
                new JournalRecord.PassedOver(
                    new SessionId(ValueCodec.text(in)),
                    new StreamId(ValueCodec.text(in)),
                    in.readLong(),
                    readMark(in));
            default ->
                throw new IOException(
                    "a record of kind " + kind + ", which this version cannot read");
          });
    }
    return records;
  }

  private static void writeMessage(JournalRecord.Message record, DataOutputStream out)
      throws IOException {
    OutboundMessage message = record.message();
    out.writeLong(record.index());
    ValueCodec.text(message.session().value(), out);
    ValueCodec.text(message.id().value(), out);
    ValueCodec.text(record.stream().value(), out);
    out.writeLong(record.seq());
    writeMark(record.previous(), out);
    out.writeBoolean(message.sequence().isPresent());
    out.writeLong(record.sentAt().toEpochMilli());
    ValueCodec.optional(message.contentType(), out);
    ValueCodec.optional(message.subject(), out);
    ValueCodec.optional(message.correlationId(), out);
    ValueCodec.optional(message.replyTo(), out);
    ValueCodec.optional(message.replyToSession(), out);
    out.writeLong(message.timeToLive().map(Duration::toMillis).orElse(0L));
    out.writeLong(message.notBefore().map(Instant::toEpochMilli).orElse(0L));
    out.writeBoolean(message.isOutsideOrder());
    out.writeInt(message.properties().size());
    for (Map.Entry<String, Object> property : message.properties().entrySet()) {
      ValueCodec.text(property.getKey(), out);
      ValueCodec.property(property.getValue(), out);
    }
    out.writeInt(message.body().size());
    out.write(message.body().shared());
  }

  private static JournalRecord.Message readMessage(DataInputStream in) throws IOException {
    long index = in.readLong();
    OutboundMessage.Builder message =
        OutboundMessage.of(new SessionId(ValueCodec.text(in)), new MessageId(ValueCodec.text(in)));
    StreamId stream = new StreamId(ValueCodec.text(in));
    long seq = in.readLong();
    JournalRecord.Mark previous = readMark(in);
    if (in.readBoolean()) {
      message.sequence(new ExplicitSequence(stream, seq, previous.seq(), previous.sentAt()));
    }
    Instant sentAt = Instant.ofEpochMilli(in.readLong());
    ValueCodec.optional(in).ifPresent(message::contentType);
    ValueCodec.optional(in).ifPresent(message::subject);
    ValueCodec.optional(in).ifPresent(message::correlationId);
    Optional<String> replyTo = ValueCodec.optional(in);
    Optional<String> replyToSession = ValueCodec.optional(in);
    replyTo.ifPresent(entity -> message.replyTo(entity, replyToSession.orElse("")));
    long timeToLive = in.readLong();
    if (timeToLive > 0) {
      message.timeToLive(Duration.ofMillis(timeToLive));
    }
    long notBefore = in.readLong();
    if (notBefore != 0) {
      message.notBefore(Instant.ofEpochMilli(notBefore));
    }
    if (in.readBoolean()) {
      message.outsideOrder();
    }
    int properties = in.readInt();
    for (int i = 0; i < properties; i++) {
      message.property(ValueCodec.text(in), ValueCodec.property(in));
    }
    message.body(Body.wrap(ValueCodec.bytes(in.readInt(), in)));
    return new JournalRecord.Message(index, message.build(), stream, seq, previous, sentAt);
  }

  private static void writeCounter(JournalRecord.Counter counter, DataOutputStream out)
      throws IOException {
    ValueCodec.text(counter.session().value(), out);
    ValueCodec.text(counter.stream().value(), out);
    ValueCodec.text(counter.kind().name(), out);
    out.writeLong(counter.last());
    writeMark(counter.accepted(), out);
    out.writeInt(counter.failed().size());
    for (JournalRecord.Failed failed : counter.failed()) {
      out.writeLong(failed.seq());
      ValueCodec.text(failed.message().value(), out);
    }
  }

  private static JournalRecord.Counter readCounter(DataInputStream in) throws IOException {
    SessionId session = new SessionId(ValueCodec.text(in));
    StreamId stream = new StreamId(ValueCodec.text(in));
    JournalRecord.Kind kind = JournalRecord.Kind.valueOf(ValueCodec.text(in));
    long last = in.readLong();
    JournalRecord.Mark accepted = readMark(in);
    List<JournalRecord.Failed> failed = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      failed.add(new JournalRecord.Failed(in.readLong(), new MessageId(ValueCodec.text(in))));
    }
    return new JournalRecord.Counter(session, stream, kind, last, accepted, List.copyOf(failed));
  }

  private static void writeMark(JournalRecord.Mark mark, DataOutputStream out) throws IOException {
    out.writeLong(mark.seq());
    Instant sentAt = mark.sentAt();
    out.writeLong(sentAt == null ? -1 : sentAt.toEpochMilli());
  }

  private static JournalRecord.Mark readMark(DataInputStream in) throws IOException {
    long seq = in.readLong();
    long sentAt = in.readLong();
    return new JournalRecord.Mark(seq, sentAt < 0 ? null : Instant.ofEpochMilli(sentAt));
  }
}
