package io.twinbus.testkit.simulation;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The session store itself, with an audit of every write that it takes. */
final class AuditedSessions implements SessionStore {

  private final SessionStore store;
  private final LedgerAudit audit;
  private Writer writer = Writer.operator();

  AuditedSessions(SessionStore store, LedgerAudit audit) {
    this.store = store;
    this.audit = audit;
  }

  /** Names the writer of the next write. */
  void writesNow(Writer next) {
    writer = next;
  }

  /** The record as it stands, or null. */
  @Nullable SessionRecord current(SessionId session) {
    return store.read(session).toCompletableFuture().join() instanceof ReadOutcome.Found found
        ? found.record()
        : null;
  }

  @Override
  public CompletionStage<ReadOutcome> read(SessionId session) {
    return store.read(session);
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    SessionRecord before = current(record.session());
    return audited(before, record, store.create(record));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    SessionRecord before = current(record.session());
    return audited(before, record, store.replace(record, version));
  }

  private CompletionStage<WriteOutcome> audited(
      @Nullable SessionRecord before, SessionRecord after, CompletionStage<WriteOutcome> stage) {
    if (stage.toCompletableFuture().join() instanceof WriteOutcome.Written) {
      audit.accepted(before, after, writer);
    }
    return stage;
  }
}
