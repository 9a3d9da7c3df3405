package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ops.ledger.MessageEnds;
import io.twinbus.ops.ledger.MessageEnds.End;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.FlatSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MessageEndsTest {

  private static final SessionId SESSION = new SessionId("s");
  private static final StreamId STREAM = new StreamId("web-1");
  private static final MessageId FOREIGN = new MessageId("order-1");
  private static final WriteMark STAMP = WriteMark.of(new WriteId("w"), Instant.EPOCH);

  private final LedgerDouble ledger = new LedgerDouble();
  private final MessageEnds ends = new MessageEnds(ledger.access().open(FlatSettings.of(Map.of())));

  @Test
  void theSessionRecordSaysHowYoungNumbersEnded() {
    SessionRecord record = record(100, List.of(dead(99)), BesideRecord.NONE);

    assertThat(ends.of(record, STREAM, 98)).contains(new End(EndState.DONE, ""));
    assertThat(ends.of(record, STREAM, 99)).contains(new End(EndState.DEAD, "BadAddress"));
    assertThat(ends.of(record, STREAM, 101)).isEmpty();
  }

  @Test
  void pagesSayHowOldNumbersEnded() {
    for (int page = 0; page < 5; page++) {
      page(page, dead(page * 10 + 1), dead(page * 10 + 5));
    }
    SessionRecord record = record(100, List.of(dead(99)), overflow(5, 45));

    assertThat(ends.of(record, STREAM, 1)).contains(new End(EndState.DEAD, "BadAddress"));
    assertThat(ends.of(record, STREAM, 25)).contains(new End(EndState.DEAD, "BadAddress"));
    assertThat(ends.of(record, STREAM, 45)).contains(new End(EndState.DEAD, "BadAddress"));
    assertThat(ends.of(record, STREAM, 23)).contains(new End(EndState.DONE, ""));
    assertThat(ends.of(record, STREAM, 28)).contains(new End(EndState.DONE, ""));
    assertThat(ends.of(record, STREAM, 60)).contains(new End(EndState.DONE, ""));
  }

  @Test
  void ofAnExpiredPageNothingIsKnownAnyMore() {
    page(4, dead(41));
    SessionRecord record = record(100, List.of(), overflow(5, 41));

    assertThat(ends.of(record, STREAM, 11)).contains(new End(EndState.DONE, ""));
    assertThat(ends.of(record, STREAM, 41)).contains(new End(EndState.DEAD, "BadAddress"));
  }

  @Test
  void aMessageWithoutANumberHasARecordOfItsOwn() {
    SessionRecord record = record(0, List.of(), BesideRecord.NONE);
    MessageContent.Open open =
        new MessageContent.Open(FOREIGN, null, 7, new MessageAttempts(2, 0, false, 0));

    assertThat(ends.of(record, MessageName.of(FOREIGN))).isEmpty();
    ledger.messages.add(new MessageRecord(SESSION, open, STAMP));
    assertThat(ends.of(record, MessageName.of(FOREIGN))).isEmpty();
    assertThat(ends.own(SESSION, FOREIGN)).contains(open);
    ledger.messages.clear();
    ledger.messages.add(new MessageRecord(SESSION, open.over(EndState.DEAD, "TooOld"), STAMP));
    assertThat(ends.of(record, MessageName.of(FOREIGN))).contains(new End(EndState.DEAD, "TooOld"));
  }

  @Test
  void anEndThatIsNotedInTheSessionRecordCounts() {
    SessionRecord record =
        record(0, List.of(), BesideRecord.NONE.withNoted(new NotedEnd(FOREIGN, EndState.DONE, "")));

    assertThat(ends.of(record, MessageName.of(FOREIGN))).contains(new End(EndState.DONE, ""));
  }

  private static EndedRange dead(long seq) {
    return new EndedRange(STREAM, seq, seq, EndState.DEAD, "BadAddress");
  }

  private void page(long number, EndedRange... ranges) {
    ledger.messages.add(
        new MessageRecord(
            SESSION, new MessageContent.Page(STREAM, number, List.of(ranges)), STAMP));
  }

  private static BesideRecord overflow(long pages, long upTo) {
    return BesideRecord.NONE.withOverflow(new TreeMap<>(Map.of(STREAM, new Overflow(pages, upTo))));
  }

  private static SessionRecord record(long cursor, List<EndedRange> ended, BesideRecord annex) {
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>();
    if (cursor > 0) {
      cursors.put(STREAM, new Cursor(cursor, Instant.EPOCH));
    }
    return SessionRecord.first(SESSION, new Custody(SessionStatus.IDLE, null, 3, null), STAMP)
        .withProgress(
            new Progress(cursors, ended, new TreeMap<>(), new TreeMap<>()).withAnnex(annex));
  }
}
