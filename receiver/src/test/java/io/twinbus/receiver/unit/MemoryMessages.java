package io.twinbus.receiver.unit;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.MessageOutcome;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Message records that answer at once. Thread-safe. */
final class MemoryMessages implements MessageStore {

  private final Map<String, MessageOutcome.Found> records = new HashMap<>();
  private int versions;

  synchronized Optional<MessageRecord> record(SessionId session, MessageKey key) {
    return Optional.ofNullable(records.get(name(session, key))).map(MessageOutcome.Found::record);
  }

  /** Somebody else writes the record, whatever there is. */
  synchronized void put(MessageRecord record) {
    Version version = new Version("m" + ++versions);
    records.put(name(record.session(), record.key()), new MessageOutcome.Found(record, version));
  }

  @Override
  public synchronized CompletionStage<MessageOutcome> read(SessionId session, MessageKey key) {
    MessageOutcome.Found found = records.get(name(session, key));
    return CompletableFuture.completedFuture(found == null ? new MessageOutcome.Absent() : found);
  }

  @Override
  public synchronized CompletionStage<WriteOutcome> create(MessageRecord record) {
    return write(record, !records.containsKey(name(record.session(), record.key())));
  }

  @Override
  public synchronized CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
    MessageOutcome.Found found = records.get(name(record.session(), record.key()));
    return write(record, found != null && found.version().equals(version));
  }

  private CompletionStage<WriteOutcome> write(MessageRecord record, boolean fits) {
    if (!fits) {
      return CompletableFuture.completedFuture(new WriteOutcome.Conflict());
    }
    put(record);
    return CompletableFuture.completedFuture(new WriteOutcome.Written(new Version("m" + versions)));
  }

  private static String name(SessionId session, MessageKey key) {
    return session.wire() + " " + key;
  }
}
