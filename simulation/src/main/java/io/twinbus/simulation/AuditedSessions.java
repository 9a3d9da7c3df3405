package io.twinbus.simulation;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The session store itself, with an audit of every write that it takes. */
final class AuditedSessions implements SessionStore {

  private final SessionStore store;
  private final WholeRecords whole;
  private final LedgerAudit audit;
  private final Coverage coverage;
  private final Consumer<LandedWrite> hearer;
  private final Predicate<Owner> isServing;
  private final Map<Version, SessionRecord> versions = new HashMap<>();
  private Writer writer = Writer.operator();

  /**
   * @param isServing whether a worker serves the claim
   * @param hearer hears of each write before it is audited
   */
  AuditedSessions(
      SessionStore store,
      LedgerAudit audit,
      AuditedMessages messages,
      Coverage coverage,
      Predicate<Owner> isServing,
      Consumer<LandedWrite> hearer) {
    this.store = store;
    this.whole = messages.whole();
    this.audit = audit;
    this.coverage = coverage;
    this.isServing = isServing;
    this.hearer = hearer;
  }

  /** Names the writer of the next write. */
  void writesNow(Writer next) {
    writer = next;
  }

  /** The record as it read in that version; null where there was none. */
  @Nullable SessionRecord seen(Optional<Version> version) {
    return version.map(versions::get).orElse(null);
  }

  /** All that the ledger says of the session's streams, or null. */
  @Nullable SessionRecord current(SessionId session) {
    SessionRecord record = document(session);
    return record == null ? null : whole.whole(record);
  }

  /** The record as it stands, without cold streams, or null. */
  @Nullable SessionRecord document(SessionId session) {
    return store.read(session).toCompletableFuture().join()
            instanceof ReadOutcome.Found<SessionRecord> found
        ? found.record()
        : null;
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    return store.read(session);
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    SessionRecord before = document(record.session());
    return audited(before, record, store.create(record));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    SessionRecord before = document(record.session());
    return audited(before, record, store.replace(record, version));
  }

  private CompletionStage<WriteOutcome> audited(
      @Nullable SessionRecord before, SessionRecord after, CompletionStage<WriteOutcome> stage) {
    if (stage.toCompletableFuture().join() instanceof WriteOutcome.Written written) {
      Owner previous = before == null ? null : before.custody().owner();
      hearer.accept(
          new LandedWrite(before, after, writer, previous != null && isServing.test(previous)));
      audit.accepted(before == null ? null : whole.whole(before), whole.whole(after), writer);
      coverage.moves(before, after, writer);
      versions.put(written.version(), after);
    }
    return stage;
  }
}
