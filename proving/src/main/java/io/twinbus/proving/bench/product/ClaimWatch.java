package io.twinbus.proving.bench.product;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** Session records, with the time at which a session's record was last read. Thread-safe. */
public final class ClaimWatch implements SessionStore {

  private final SessionStore store;
  private final AtomicLong readAtNanos = new AtomicLong();

  /** Watches {@code store}. */
  public ClaimWatch(SessionStore store) {
    this.store = store;
  }

  /** When a record was read last, by {@link System#nanoTime}. */
  public long readAtNanos() {
    return readAtNanos.get();
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    readAtNanos.set(System.nanoTime());
    return store.read(session);
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    return store.create(record);
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    return store.replace(record, version);
  }

  @Override
  public CompletionStage<VersionsOutcome> versions(Set<SessionId> sessions) {
    return store.versions(sessions);
  }
}
