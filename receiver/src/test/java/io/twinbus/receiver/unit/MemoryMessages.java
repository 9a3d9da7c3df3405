package io.twinbus.receiver.unit;

import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Message records that answer at once. Thread-safe. */
final class MemoryMessages implements MessageStore {

  private final Map<String, ReadOutcome.Found<MessageRecord>> records = new HashMap<>();
  private int versions;

  synchronized Optional<MessageRecord> record(SessionId session, MessageKey key) {
    return Optional.ofNullable(records.get(name(session, key))).map(ReadOutcome.Found::record);
  }

  /** Somebody else writes the record, whatever there is. */
  synchronized void put(MessageRecord record) {
    Version version = new Version("m" + ++versions);
    records.put(name(record.session(), record.key()), new ReadOutcome.Found<>(record, version));
  }

  /** The same of a message of {@link WorkerDriver#SESSION}. */
  void put(MessageContent content) {
    WriteMark stamp = WriteMark.of(new WriteId("w"), Instant.EPOCH);
    put(new MessageRecord(WorkerDriver.SESSION, content, stamp));
  }

  /** The ledger has dropped the record. */
  synchronized void remove(SessionId session, MessageKey key) {
    records.remove(name(session, key));
  }

  /** {@code owner} has started message {@code id}, under token 5. */
  void startedBy(Owner owner, String id) {
    MessageAttempts started = MessageAttempts.first(0).withStarted(true);
    put(new MessageContent.Open(new MessageId(id), owner, 5, started));
  }

  /** What is on record of message {@code id}, which has not ended. */
  MessageContent.Open open(String id) {
    return (MessageContent.Open) content(id);
  }

  /** What is on record of message {@code id}, which has ended. */
  MessageContent.Over over(String id) {
    return (MessageContent.Over) content(id);
  }

  private MessageContent content(String id) {
    MessageKey key = MessageKey.of(new MessageId(id));
    return record(WorkerDriver.SESSION, key).orElseThrow().content();
  }

  @Override
  public synchronized CompletionStage<ReadOutcome<MessageRecord>> read(
      SessionId session, MessageKey key) {
    ReadOutcome.Found<MessageRecord> found = records.get(name(session, key));
    return CompletableFuture.completedFuture(found == null ? new ReadOutcome.Absent<>() : found);
  }

  @Override
  public synchronized CompletionStage<WriteOutcome> create(MessageRecord record) {
    return write(record, !records.containsKey(name(record.session(), record.key())));
  }

  @Override
  public synchronized CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
    ReadOutcome.Found<MessageRecord> found = records.get(name(record.session(), record.key()));
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
