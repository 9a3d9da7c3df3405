package io.twinbus.proving.bench.product;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** Session records, and how often they are asked for. Thread-safe. */
public final class CountingStore implements SessionStore {

  private final SessionStore store;
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();

  /** Counts what is asked of {@code store}. */
  public CountingStore(SessionStore store) {
    this.store = store;
  }

  /** Reads so far. */
  public long reads() {
    return reads.get();
  }

  /** Creates and replaces so far, whatever came of them. */
  public long writes() {
    return writes.get();
  }

  /** All of them. */
  public long operations() {
    return reads.get() + writes.get();
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    reads.incrementAndGet();
    return store.read(session);
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    writes.incrementAndGet();
    return store.create(record);
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    writes.incrementAndGet();
    return store.replace(record, version);
  }
}
