package io.twinbus.testkit.ledger.faults;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;

/** A session store in the weather of a {@link FaultSchedule}. Thread-safe. */
public final class FaultySessionStore implements SessionStore {

  private final SessionStore store;
  private final FaultSchedule faults;

  /** Decorates {@code store}. */
  public FaultySessionStore(SessionStore store, FaultSchedule faults) {
    this.store = store;
    this.faults = faults;
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    return faults.read(() -> store.read(session), new ReadOutcome.Unknown<>("injected fault"));
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    return faults.write(() -> store.create(record), new WriteOutcome.Unknown("injected fault"));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    return faults.write(
        () -> store.replace(record, version), new WriteOutcome.Unknown("injected fault"));
  }
}
