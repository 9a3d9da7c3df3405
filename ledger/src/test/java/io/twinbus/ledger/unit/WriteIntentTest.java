package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.WriteIntent;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WriteIntentTest {

  private final WriteIntent intent = new WriteIntent(record("mine"), Optional.empty());

  @Test
  void aWrittenWriteStands() {
    assertThat(intent.after(new WriteOutcome.Written(new Version("1"))))
        .isEqualTo(new WriteIntent.Landed(intent.record(), new Version("1")));
  }

  @Test
  void anUnknownWriteIsIssuedAgainAndNothingIsConcludedFromARead() {
    assertThat(intent.after(new WriteOutcome.Unknown("timeout")))
        .isEqualTo(new WriteIntent.IssueAgain("timeout"));
  }

  @Test
  void aConflictAsksForARead() {
    assertThat(intent.after(new WriteOutcome.Conflict())).isInstanceOf(WriteIntent.ReadNow.class);
    assertThat(intent.after(new ReadOutcome.Unknown("503")))
        .as("and for another one while it fails")
        .isInstanceOf(WriteIntent.ReadNow.class);
  }

  @Test
  void onesOwnWriteIsFoundByItsId() {
    ReadOutcome.Found mine = new ReadOutcome.Found(record("mine"), new Version("4"));

    assertThat(intent.after(mine))
        .isEqualTo(new WriteIntent.Landed(record("mine"), new Version("4")));
  }

  @Test
  void anotherWritersRecordIsHandedOnAsRead() {
    ReadOutcome.Found theirs = new ReadOutcome.Found(record("theirs"), new Version("4"));

    assertThat(intent.after(theirs)).isEqualTo(new WriteIntent.Overwritten(theirs));
    assertThat(intent.after(new ReadOutcome.Absent()))
        .isEqualTo(new WriteIntent.Overwritten(new ReadOutcome.Absent()));
  }

  private static SessionRecord record(String writeId) {
    return SessionRecord.first(
        new SessionId("s"),
        new Custody(SessionStatus.IDLE, null, 1, null),
        WriteMark.of(new WriteId(writeId), Instant.EPOCH));
  }
}
