package io.twinbus.simulation;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Bugs about streams that have left their session's record. */
final class ColdMutations {

  private ColdMutations() {}

  /** A stream's document shows less than its cursor. */
  static Wiring coldCursorLowered() {
    return new MessageMutations.Altered() {
      @Override
      public CompletionStage<WriteOutcome> create(MessageRecord record) {
        return real().create(lowered(record));
      }

      @Override
      public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
        return real().replace(lowered(record), version);
      }
    };
  }

  private static MessageRecord lowered(MessageRecord record) {
    if (!(record.content() instanceof MessageContent.Cold cold)) {
      return record;
    }
    Cursor lower = new Cursor(cold.cursor().seq() - 1, cold.cursor().at());
    return new MessageRecord(
        record.session(),
        new MessageContent.Cold(cold.stream(), lower, cold.ended(), cold.overflow()),
        record.stamp());
  }

  /** A cursor leaves the session record, and no document has it. */
  static Wiring cursorLeavesBeforeItsDocument() {
    return new MessageMutations.Altered() {
      @Override
      public CompletionStage<WriteOutcome> create(MessageRecord record) {
        return record.content() instanceof MessageContent.Cold
            ? CompletableFuture.completedStage(new WriteOutcome.Written(new Version("?")))
            : real().create(record);
      }
    };
  }

  /** A stream that the session record says nothing of is taken for a new one. */
  static Wiring noCursorFromTheRecordAlone() {
    return new MessageMutations.Altered() {
      @Override
      public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
        return key.value().startsWith("cold-")
            ? CompletableFuture.completedStage(new ReadOutcome.Absent<>())
            : real().read(session, key);
      }
    };
  }

  /** What a stream's document said once is taken for what it says now. */
  static Wiring coldDocumentsReadOnce() {
    return new MessageMutations.Altered() {
      private final Map<List<String>, ReadOutcome<MessageRecord>> known = new HashMap<>();

      @Override
      public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
        if (!key.value().startsWith("cold-")) {
          return real().read(session, key);
        }
        return CompletableFuture.completedStage(
            known.computeIfAbsent(
                List.of(session.value(), key.value()),
                none -> real().read(session, key).toCompletableFuture().join()));
      }
    };
  }

  /** The session record does not say that streams have left it. */
  static Wiring coldStreamsNotCounted() {
    return new LedgerMutations.Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        BesideRecord annex = record.progress().annex();
        return real()
            .replace(
                record.withProgress(
                    record
                        .progress()
                        .withAnnex(
                            new BesideRecord(annex.overflow(), annex.noted(), annex.pardons(), 0))),
                version);
      }
    };
  }
}
