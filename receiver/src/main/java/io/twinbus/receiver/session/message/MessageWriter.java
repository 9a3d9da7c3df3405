package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a session's message records, one at a time, with a {@link RecordWriter}. Its
 * operations are effects; answers about any other record are ignored. Not thread-safe.
 */
public final class MessageWriter {

  private final Consumer<WorkerEffect> effects;
  private final RecordWriter<MessageRecord> writer = new RecordWriter<>(new Operations());
  private @Nullable MessageKey current;

  /** A writer that asks for {@code effects}. */
  public MessageWriter(Consumer<WorkerEffect> effects) {
    this.effects = effects;
  }

  /** True while a read or a write has not ended. */
  public boolean isBusy() {
    return writer.isBusy();
  }

  /** The write whose outcome is not known yet. */
  public Optional<PendingWrite<MessageRecord>> pending() {
    return writer.pending();
  }

  /** Reads the record {@code key} until the ledger says what there is. */
  public void read(MessageKey key) {
    current = key;
    writer.readUntilKnown();
  }

  /** Creates or replaces a record, and carries the write until its outcome is known. */
  public void write(MessageRecord record, Optional<Version> over) {
    write(new PendingWrite<>(record, over));
  }

  /** Issues {@code write}, and carries it until its outcome is known. */
  public void write(PendingWrite<MessageRecord> write) {
    current = write.record().key();
    writer.write(write);
  }

  /** Repeats the current operation if that is due; else says when it will be, if ever. */
  public Optional<MonotonicTime> poll(MonotonicTime now) {
    return writer.poll(now);
  }

  /** Takes in the answer to a read of the record {@code key}. */
  public Optional<RecordWriter.Result<MessageRecord>> onRead(
      MessageKey key, ReadOutcome<MessageRecord> outcome, MonotonicTime now) {
    return key.equals(current) ? writer.onRead(outcome, now) : Optional.empty();
  }

  /** Takes in the answer to a write of the record {@code key}. */
  public Optional<RecordWriter.Result<MessageRecord>> onWritten(
      MessageKey key, WriteOutcome outcome, MonotonicTime now) {
    return key.equals(current) ? writer.onWritten(outcome, now) : Optional.empty();
  }

  /** Operations on the current record, as effects. */
  private final class Operations implements RecordWriter.Operations<MessageRecord> {

    @Override
    public void read() {
      MessageKey key = current;
      if (key != null) {
        effects.accept(new WorkerEffect.ReadMessage(key));
      }
    }

    @Override
    public void create(MessageRecord record) {
      effects.accept(new WorkerEffect.CreateMessage(record));
    }

    @Override
    public void replace(MessageRecord record, Version over) {
      effects.accept(new WorkerEffect.ReplaceMessage(record, over));
    }

    @Override
    public void unknown(String why) {
      effects.accept(new WorkerEffect.Report(new WorkerFact.WriteUnknown(why)));
    }

    @Override
    public void contradicted(int times) {
      effects.accept(
          new WorkerEffect.Report(WorkerFact.Stuck.contradicted("a message's record", times)));
    }
  }
}
