package io.twinbus.simulation;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The store of message records itself, with an audit of every write that it takes. */
final class AuditedMessages implements MessageStore {

  private final MessageStore store;
  private final SingleAudit audit;
  private final WholeRecords whole = new WholeRecords();
  private Writer writer = Writer.operator();

  AuditedMessages(MessageStore store, SingleAudit audit) {
    this.store = store;
    this.audit = audit;
  }

  /** Names the writer of the next write. */
  void writesNow(Writer next) {
    writer = next;
  }

  /** The session records with what cold streams' documents say. */
  WholeRecords whole() {
    return whole;
  }

  /** What the record says, or null. */
  @Nullable MessageContent current(SessionId session, MessageKey key) {
    return found(session, key) instanceof ReadOutcome.Found<MessageRecord> found
        ? found.record().content()
        : null;
  }

  ReadOutcome<MessageRecord> found(SessionId session, MessageKey key) {
    return store.read(session, key).toCompletableFuture().join();
  }

  @Nullable MessageContent current(SentMessage message) {
    return current(message.session, message.key());
  }

  boolean hasEnded(SentMessage message) {
    return current(message) instanceof MessageContent.Over;
  }

  @Override
  public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
    return store.read(session, key);
  }

  @Override
  public CompletionStage<WriteOutcome> create(MessageRecord record) {
    MessageContent before = current(record.session(), record.key());
    return audited(before, record, store.create(record));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
    MessageContent before = current(record.session(), record.key());
    return audited(before, record, store.replace(record, version));
  }

  private CompletionStage<WriteOutcome> audited(
      @Nullable MessageContent before, MessageRecord after, CompletionStage<WriteOutcome> stage) {
    if (stage.toCompletableFuture().join() instanceof WriteOutcome.Written) {
      audit.accepted(before, after, writer);
      if (after.content() instanceof MessageContent.Cold document) {
        whole.written(after.session(), document);
      }
    }
    return stage;
  }
}
