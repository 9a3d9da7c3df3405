package io.twinbus.testkit.ledger.faults;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;

/** A store of message records in the weather of a {@link FaultSchedule}. Thread-safe. */
public final class FaultyMessageStore implements MessageStore {

  private final MessageStore store;
  private final FaultSchedule faults;

  /** Decorates {@code store}. */
  public FaultyMessageStore(MessageStore store, FaultSchedule faults) {
    this.store = store;
    this.faults = faults;
  }

  @Override
  public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
    return faults.read(() -> store.read(session, key), new ReadOutcome.Unknown<>("injected fault"));
  }

  @Override
  public CompletionStage<WriteOutcome> create(MessageRecord record) {
    return faults.write(() -> store.create(record), new WriteOutcome.Unknown("injected fault"));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
    return faults.write(
        () -> store.replace(record, version), new WriteOutcome.Unknown("injected fault"));
  }
}
