package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.LedgerDocument;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordWriterTest {

  private static final Note MINE = new Note("mine");
  private static final Note THEIRS = new Note("theirs");
  private static final PendingWrite<Note> CREATION = new PendingWrite<>(MINE, Optional.empty());
  private static final WriteOutcome UNKNOWN = new WriteOutcome.Unknown("timeout");
  private static final WriteOutcome CONFLICT = new WriteOutcome.Conflict();
  private static final ReadOutcome<Note> UNREADABLE = new ReadOutcome.Unknown<>("503");

  private final List<String> asked = new ArrayList<>();
  private final RecordWriter<Note> writer = new RecordWriter<>(new Recorded());

  @Test
  void aWriteThatIsAnsweredHasLanded() {
    writer.write(CREATION);

    assertThat(writer.onWritten(new WriteOutcome.Written(new Version("1")), at(0)))
        .contains(new PendingWrite.Landed<>(MINE, new Version("1")));
    assertThat(asked).containsExactly("create mine");
    assertThat(writer.isBusy()).isFalse();
    assertThat(writer.pending()).isEmpty();
  }

  @Test
  void anUnknownWriteIsIssuedAgainTheSameOneOverTheSameVersion() {
    writer.write(new PendingWrite<>(MINE, Optional.of(new Version("7"))));

    assertThat(writer.onWritten(UNKNOWN, at(0))).isEmpty();
    assertThat(writer.poll(at(50))).isEmpty();

    assertThat(asked)
        .containsExactly("replace 7 mine", "unknown timeout", "replace 7 mine")
        .as("a read would prove nothing")
        .doesNotContain("read");
    assertThat(writer.pending()).isPresent();
  }

  @Test
  void triesAreFiftyMillisecondsApartDoublingUpToASecond() {
    writer.write(CREATION);
    long now = 0;
    for (long pause : List.of(50L, 100L, 200L, 400L, 800L, 1000L, 1000L)) {
      writer.onWritten(UNKNOWN, at(now));
      asked.clear();

      assertThat(writer.poll(at(now + pause - 1))).contains(at(now + pause));
      assertThat(asked).isEmpty();
      writer.poll(at(now + pause));

      assertThat(asked).containsExactly("create mine");
      now += pause;
    }
  }

  @Test
  void theNextOperationBeginsWithAShortPauseAgain() {
    writer.write(CREATION);
    writer.onWritten(UNKNOWN, at(0));
    writer.poll(at(50));
    writer.onWritten(new WriteOutcome.Written(new Version("1")), at(60));

    writer.write(new PendingWrite<>(MINE, Optional.of(new Version("1"))));
    writer.onWritten(UNKNOWN, at(100));

    assertThat(writer.poll(at(100))).contains(at(150));
  }

  @Test
  void aConflictIsReadAtOnceAndOnesOwnWriteRecognisedByItsId() {
    writer.write(CREATION);

    assertThat(writer.onWritten(CONFLICT, at(0))).isEmpty();
    assertThat(asked).containsExactly("create mine", "read");
    assertThat(writer.isReadingAfterConflict()).isTrue();

    assertThat(writer.onRead(new ReadOutcome.Found<>(MINE, new Version("3")), at(1)))
        .contains(new PendingWrite.Landed<>(MINE, new Version("3")));
    assertThat(writer.isReadingAfterConflict()).isFalse();
    assertThat(writer.isBusy()).isFalse();
  }

  @Test
  void aConflictWithAnotherWriteEndsWithWhatWasRead() {
    ReadOutcome<Note> seen = new ReadOutcome.Found<>(THEIRS, new Version("3"));
    writer.write(CREATION);
    writer.onWritten(CONFLICT, at(0));

    assertThat(writer.onRead(seen, at(1))).contains(new PendingWrite.Overwritten<>(seen));
  }

  @Test
  void aFailedReadAfterAConflictSaysNothingAndIsRepeated() {
    writer.write(CREATION);
    writer.onWritten(CONFLICT, at(0));

    assertThat(writer.onRead(UNREADABLE, at(0))).isEmpty();
    assertThat(writer.isReadingAfterConflict()).isTrue();
    assertThat(writer.poll(at(49))).contains(at(50));
    writer.poll(at(50));

    assertThat(asked).containsExactly("create mine", "read", "read");
    assertThat(writer.onRead(new ReadOutcome.Found<>(MINE, new Version("3")), at(51)))
        .contains(new PendingWrite.Landed<>(MINE, new Version("3")));
  }

  @Test
  void aReadHandsItsAnswerOnEvenAFailedOne() {
    writer.read();

    assertThat(writer.onRead(UNREADABLE, at(0))).contains(new RecordWriter.Answered<>(UNREADABLE));
    assertThat(writer.isBusy()).isFalse();
    assertThat(asked).containsExactly("read");
  }

  @Test
  void aReadUntilKnownIsRepeatedUntilTheLedgerAnswers() {
    ReadOutcome<Note> absent = new ReadOutcome.Absent<>();
    writer.readUntilKnown();

    assertThat(writer.onRead(UNREADABLE, at(0))).isEmpty();
    assertThat(writer.isReadingAfterConflict()).as("no write is pending").isFalse();
    writer.poll(at(50));

    assertThat(asked).containsExactly("read", "read");
    assertThat(writer.onRead(absent, at(51))).contains(new RecordWriter.Answered<>(absent));
  }

  @Test
  void anAnswerThatNothingWaitsForIsIgnored() {
    WriteOutcome written = new WriteOutcome.Written(new Version("1"));
    assertThat(writer.onWritten(written, at(0))).isEmpty();
    assertThat(writer.onRead(UNREADABLE, at(0))).isEmpty();

    writer.write(CREATION);
    assertThat(writer.onRead(new ReadOutcome.Absent<>(), at(0))).as("not a write").isEmpty();
    writer.onWritten(UNKNOWN, at(0));
    assertThat(writer.onWritten(written, at(1))).as("not issued again yet").isEmpty();
    assertThat(writer.isBusy()).isTrue();

    writer.poll(at(50));
    writer.onWritten(CONFLICT, at(51));
    writer.onRead(UNREADABLE, at(52));
    assertThat(writer.onRead(new ReadOutcome.Absent<>(), at(53))).as("not read again").isEmpty();
  }

  @Test
  void aCreateThatIsRefusedForADocumentThatIsNotThereIsRepeatedLaterAndToldAfterTen() {
    writer.write(CREATION);
    long now = 0;
    for (int i = 1; i <= 70; i++) {
      assertThat(writer.onWritten(CONFLICT, at(now))).isEmpty();
      asked.clear();
      assertThat(writer.onRead(new ReadOutcome.Absent<>(), at(now))).isEmpty();

      assertThat(asked).isEqualTo(i % 60 == 10 ? List.of("contradicted " + i) : List.of());
      asked.clear();
      long again = now + Math.min(1_000, 50L << Math.min(i - 1, 10));
      assertThat(writer.poll(at(again - 1))).as("try %d", i).contains(at(again));
      writer.poll(at(again));
      assertThat(asked).containsExactly("create mine");
      now = again;
    }

    assertThat(writer.onWritten(new WriteOutcome.Written(new Version("1")), at(now)))
        .contains(new PendingWrite.Landed<>(MINE, new Version("1")));
  }

  @Test
  void contradictionsOfOneWriteAreNotCountedForTheNext() {
    for (int write = 0; write < 2; write++) {
      writer.write(CREATION);
      for (int i = 1; i < 10; i++) {
        long now = write * 100_000L + i * 2_000L;
        writer.onWritten(CONFLICT, at(now));
        writer.onRead(new ReadOutcome.Absent<>(), at(now));
        writer.poll(at(now + 1_000));
      }
      writer.onWritten(new WriteOutcome.Written(new Version("1")), at(write * 100_000L + 30_000));
      assertThat(writer.isBusy()).isFalse();
    }

    assertThat(asked).noneMatch(each -> each.startsWith("contradicted"));
  }

  @Test
  void aReplaceWhoseDocumentIsGoneIsDecidedAnew() {
    writer.write(new PendingWrite<>(MINE, Optional.of(new Version("7"))));
    writer.onWritten(CONFLICT, at(0));

    assertThat(writer.onRead(new ReadOutcome.Absent<>(), at(1)))
        .contains(new PendingWrite.Overwritten<>(new ReadOutcome.Absent<>()));
  }

  @Test
  void aSecondOperationIsRefusedWhileOneIsUnderWay() {
    writer.write(CREATION);

    assertThatThrownBy(writer::read).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(writer::readUntilKnown).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> writer.write(CREATION)).isInstanceOf(IllegalStateException.class);
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(Duration.ofMillis(millis).toNanos());
  }

  private record Note(WriteMark stamp) implements LedgerDocument {

    Note(String writeId) {
      this(WriteMark.of(new WriteId(writeId), Instant.EPOCH));
    }

    @Override
    public String toString() {
      return stamp.writeId().value();
    }
  }

  private final class Recorded implements RecordWriter.Operations<Note> {

    @Override
    public void read() {
      asked.add("read");
    }

    @Override
    public void create(Note record) {
      asked.add("create " + record);
    }

    @Override
    public void replace(Note record, Version over) {
      asked.add("replace " + over.etag() + " " + record);
    }

    @Override
    public void unknown(String why) {
      asked.add("unknown " + why);
    }

    @Override
    public void contradicted(int times) {
      asked.add("contradicted " + times);
    }
  }
}
