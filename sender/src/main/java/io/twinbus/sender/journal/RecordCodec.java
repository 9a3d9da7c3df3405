package io.twinbus.sender.journal;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.ExplicitSequence;
import io.twinbus.sender.OutboundMessage;
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

/** Writes records to bytes and reads them back; the first byte says which kind. */
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
      Values.text(ended.region().value(), out);
    } else if (record instanceof JournalRecord.NumberAbandoned abandoned) {
      out.writeByte(ABANDONED);
      Values.text(abandoned.session().value(), out);
      Values.text(abandoned.stream().value(), out);
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
      Values.text(passed.session().value(), out);
      Values.text(passed.stream().value(), out);
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
                    in.readLong(), new RegionName(Values.text(in)), kind == ACCEPTED);
            case ABANDONED ->
                new JournalRecord.NumberAbandoned(
                    new SessionId(Values.text(in)), new StreamId(Values.text(in)), in.readLong());
            case START -> new JournalRecord.SegmentStart(in.readLong(), in.readLong());
            case COUNTER -> readCounter(in);
            case PASSED_OVER ->
                new JournalRecord.PassedOver(
                    new SessionId(Values.text(in)),
                    new StreamId(Values.text(in)),
                    in.readLong(),
                    readMark(in));
            default ->
                throw new IOException(
                    "a record of kind " + kind + ", which this version does not know");
          });
    }
    return records;
  }

  private static void writeMessage(JournalRecord.Message record, DataOutputStream out)
      throws IOException {
    OutboundMessage message = record.message();
    out.writeLong(record.index());
    Values.text(message.session().value(), out);
    Values.text(message.id().value(), out);
    Values.text(record.stream().value(), out);
    out.writeLong(record.seq());
    writeMark(record.previous(), out);
    out.writeBoolean(message.sequence().isPresent());
    out.writeLong(record.sentAt().toEpochMilli());
    Values.optional(message.contentType(), out);
    Values.optional(message.subject(), out);
    Values.optional(message.correlationId(), out);
    Values.optional(message.replyTo(), out);
    Values.optional(message.replyToSession(), out);
    out.writeLong(message.timeToLive().map(Duration::toMillis).orElse(0L));
    out.writeInt(message.properties().size());
    for (Map.Entry<String, Object> property : message.properties().entrySet()) {
      Values.text(property.getKey(), out);
      Values.property(property.getValue(), out);
    }
    out.writeInt(message.body().size());
    out.write(message.body().shared());
  }

  private static JournalRecord.Message readMessage(DataInputStream in) throws IOException {
    long index = in.readLong();
    OutboundMessage.Builder message =
        OutboundMessage.of(new SessionId(Values.text(in)), new MessageId(Values.text(in)));
    StreamId stream = new StreamId(Values.text(in));
    long seq = in.readLong();
    JournalRecord.Mark previous = readMark(in);
    if (in.readBoolean()) {
      message.sequence(new ExplicitSequence(stream, seq, previous.seq(), previous.sentAt()));
    }
    Instant sentAt = Instant.ofEpochMilli(in.readLong());
    Values.optional(in).ifPresent(message::contentType);
    Values.optional(in).ifPresent(message::subject);
    Values.optional(in).ifPresent(message::correlationId);
    Optional<String> replyTo = Values.optional(in);
    Optional<String> replyToSession = Values.optional(in);
    replyTo.ifPresent(entity -> message.replyTo(entity, replyToSession.orElse("")));
    long timeToLive = in.readLong();
    if (timeToLive > 0) {
      message.timeToLive(Duration.ofMillis(timeToLive));
    }
    int properties = in.readInt();
    for (int i = 0; i < properties; i++) {
      message.property(Values.text(in), Values.property(in));
    }
    message.body(Body.wrap(Values.bytes(in.readInt(), in)));
    return new JournalRecord.Message(index, message.build(), stream, seq, previous, sentAt);
  }

  private static void writeCounter(JournalRecord.Counter counter, DataOutputStream out)
      throws IOException {
    Values.text(counter.session().value(), out);
    Values.text(counter.stream().value(), out);
    Values.text(counter.kind().name(), out);
    out.writeLong(counter.last());
    writeMark(counter.accepted(), out);
    out.writeInt(counter.failed().size());
    for (JournalRecord.Failed failed : counter.failed()) {
      out.writeLong(failed.seq());
      Values.text(failed.message().value(), out);
    }
  }

  private static JournalRecord.Counter readCounter(DataInputStream in) throws IOException {
    SessionId session = new SessionId(Values.text(in));
    StreamId stream = new StreamId(Values.text(in));
    JournalRecord.Kind kind = JournalRecord.Kind.valueOf(Values.text(in));
    long last = in.readLong();
    JournalRecord.Mark accepted = readMark(in);
    List<JournalRecord.Failed> failed = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      failed.add(new JournalRecord.Failed(in.readLong(), new MessageId(Values.text(in))));
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
