package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PendingWriteTest {

  private final PendingWrite<SessionRecord> write =
      new PendingWrite<>(record("mine"), Optional.empty());

  @Test
  void aWrittenWriteStands() {
    assertThat(write.after(new WriteOutcome.Written(new Version("1"))))
        .isEqualTo(new PendingWrite.Landed<>(write.record(), new Version("1")));
  }

  @Test
  void anUnknownWriteIsIssuedAgainAndNothingIsConcludedFromARead() {
    assertThat(write.after(new WriteOutcome.Unknown("timeout")))
        .isEqualTo(new PendingWrite.IssueAgain<>("timeout"));
  }

  @Test
  void aConflictAsksForARead() {
    assertThat(write.after(new WriteOutcome.Conflict())).isInstanceOf(PendingWrite.ReadNow.class);
    assertThat(write.after(new ReadOutcome.Unknown<>("503")))
        .as("and for another one while it fails")
        .isInstanceOf(PendingWrite.ReadNow.class);
  }

  @Test
  void onesOwnWriteIsFoundByItsId() {
    ReadOutcome.Found<SessionRecord> mine =
        new ReadOutcome.Found<>(record("mine"), new Version("4"));

    assertThat(write.after(mine))
        .isEqualTo(new PendingWrite.Landed<>(record("mine"), new Version("4")));
  }

  @Test
  void anotherWritersRecordIsHandedOnAsRead() {
    ReadOutcome.Found<SessionRecord> theirs =
        new ReadOutcome.Found<>(record("theirs"), new Version("4"));

    assertThat(write.after(theirs)).isEqualTo(new PendingWrite.Overwritten<>(theirs));
    assertThat(write.after(new ReadOutcome.Absent<>()))
        .isEqualTo(new PendingWrite.Overwritten<>(new ReadOutcome.Absent<>()));
  }

  private static SessionRecord record(String writeId) {
    return SessionRecord.first(
        new SessionId("s"),
        new Custody(SessionStatus.IDLE, null, 1, null),
        WriteMark.of(new WriteId(writeId), Instant.EPOCH));
  }
}
