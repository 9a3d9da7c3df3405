package io.twinbus.ops.integration;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Records that take long to come about, as tests put them into a ledger. */
final class SampleRecords {

  private SampleRecords() {}

  /** A session that has the cursor of an explicit stream. */
  static SessionRecord explicit(String session) {
    StreamId stream = new StreamId("versions");
    SessionRecord record = idle(session);
    return record.withProgress(
        ProgressRule.ended(
                record.progress(), new Position(stream, 1, 0), EndState.DONE, "", Instant.now())
            .withExplicit(stream));
  }

  /** A session that a stream has left. */
  static SessionRecord withColdStream(String session) {
    SessionRecord record = idle(session);
    return record.withProgress(
        record.progress().withAnnex(record.progress().annex().withMoreCold(1)));
  }

  /** The document of a stream that has left {@code session} after {@code end}. */
  static MessageRecord cold(String session, EndedRange end) {
    return new MessageRecord(
        new SessionId(session),
        new MessageContent.Cold(
            end.stream(), new Cursor(end.to(), Instant.now()), List.of(end), Optional.empty()),
        mark());
  }

  private static SessionRecord idle(String session) {
    return SessionRecord.first(
        new SessionId(session), new Custody(SessionStatus.IDLE, null, 1, null), mark());
  }

  private static WriteMark mark() {
    return WriteMark.of(new WriteId("w"), Instant.now());
  }
}
