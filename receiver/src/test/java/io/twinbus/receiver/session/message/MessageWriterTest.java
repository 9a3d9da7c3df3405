package io.twinbus.receiver.session.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the writer of message records asks for, and which answers it takes. */
class MessageWriterTest {

  private static final MessageRecord A = over("a");
  private static final MessageKey OTHER = over("b").key();
  private static final Version VERSION = new Version("v1");
  private static final MonotonicTime START = new MonotonicTime(0);

  private final List<WorkerEffect> effects = new ArrayList<>();
  private final MessageWriter writer = new MessageWriter(effects::add);

  @Test
  void anAnswerToAReadOfAnotherRecordIsIgnored() {
    writer.read(A.key());

    assertThat(writer.onRead(OTHER, new ReadOutcome.Absent<>(), START)).isEmpty();
    assertThat(writer.isBusy()).isTrue();
  }

  @Test
  void anAnswerToAReadOfTheRecordIsTheResult() {
    writer.read(A.key());

    assertThat(writer.onRead(A.key(), new ReadOutcome.Absent<>(), START))
        .contains(new RecordWriter.Answered<>(new ReadOutcome.Absent<>()));
    assertThat(writer.isBusy()).isFalse();
  }

  @Test
  void anAnswerToAWriteOfAnotherRecordIsIgnored() {
    writer.write(A, Optional.empty());

    assertThat(writer.onWritten(OTHER, new WriteOutcome.Written(VERSION), START)).isEmpty();
    assertThat(writer.pending()).contains(new PendingWrite<>(A, Optional.empty()));
  }

  @Test
  void anAnswerToAWriteOfTheRecordIsTheResult() {
    writer.write(A, Optional.of(VERSION));

    assertThat(effects).containsExactly(new WorkerEffect.ReplaceMessage(A, VERSION));
    assertThat(writer.onWritten(A.key(), new WriteOutcome.Written(VERSION), START))
        .contains(new PendingWrite.Landed<>(A, VERSION));
    assertThat(writer.pending()).isEmpty();
  }

  @Test
  void aWriteWithoutAnAnswerIsToldOfAndRepeated() {
    writer.write(A, Optional.empty());
    writer.onWritten(A.key(), new WriteOutcome.Unknown("no answer"), START);
    MonotonicTime due = START.plus(Duration.ofMillis(50));

    assertThat(writer.poll(START)).contains(due);
    assertThat(writer.poll(due)).isEmpty();

    assertThat(effects)
        .containsExactly(
            new WorkerEffect.CreateMessage(A),
            new WorkerEffect.Report(new WorkerFact.WriteUnknown("no answer")),
            new WorkerEffect.CreateMessage(A));
  }

  @Test
  void aRecordThatTheLedgerRefusesAndDoesNotShowIsToldOf() {
    writer.write(A, Optional.empty());
    MonotonicTime now = START;
    for (int i = 0; i < 10; i++) {
      writer.onWritten(A.key(), new WriteOutcome.Conflict(), now);
      writer.onRead(A.key(), new ReadOutcome.Absent<>(), now);
      now = now.plus(Duration.ofSeconds(1));
      writer.poll(now);
    }

    assertThat(effects)
        .contains(new WorkerEffect.Report(WorkerFact.Stuck.contradicted("a message's record", 10)));
  }

  private static MessageRecord over(String id) {
    return new MessageRecord(
        new SessionId("parcel-1"),
        new MessageContent.Over(new MessageId(id), EndState.DONE, "", 1),
        WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }
}
