package io.twinbus.receiver.integration;

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

/** A session store that counts what it is asked. */
final class CountedSessions implements SessionStore {

  private final SessionStore real;
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong questions = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();

  CountedSessions(SessionStore real) {
    this.real = real;
  }

  long reads() {
    return reads.get();
  }

  long questions() {
    return questions.get();
  }

  long writes() {
    return writes.get();
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    reads.incrementAndGet();
    return real.read(session);
  }

  @Override
  public CompletionStage<VersionsOutcome> versions(Set<SessionId> sessions) {
    questions.incrementAndGet();
    return real.versions(sessions);
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    writes.incrementAndGet();
    return real.create(record);
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    writes.incrementAndGet();
    return real.replace(record, version);
  }
}
