package io.twinbus.receiver.session.worker;

import io.twinbus.receiver.session.state.MessageWriter;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.HeldMessage;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Gives back the message that a dead worker had claimed by itself. A start of it without an end
 * uses up an attempt: that worker may have died of it.
 */
final class MessageRelease extends RecordRelease<MessageRecord> {

  private final Set<ClaimId> claims;
  private final HeldMessage held;
  private final Random random;
  private final MessageWriter writer = new MessageWriter(this::add);

  MessageRelease(Set<ClaimId> claims, HeldMessage held, Random random) {
    this.claims = Set.copyOf(claims);
    this.held = held;
    this.random = random;
  }

  @Override
  void start() {
    held.pending().ifPresentOrElse(writer::write, () -> writer.read(held.key()));
  }

  @Override
  Optional<RecordWriter.Result<MessageRecord>> answer(WorkerEvent event, MonotonicTime now) {
    if (event instanceof WorkerEvent.MessageRead read) {
      return writer.onRead(read.key(), read.outcome(), now);
    }
    return event instanceof WorkerEvent.MessageWriteAnswered answered
        ? writer.onWritten(answered.key(), answered.outcome(), now)
        : Optional.empty();
  }

  @Override
  Optional<MonotonicTime> poll(MonotonicTime now) {
    return writer.poll(now);
  }

  @Override
  Optional<MessageRecord> released(MessageRecord record, Now now) {
    if (!(record.content() instanceof MessageContent.Open open)
        || claims.stream().noneMatch(open::isHeldBy)) {
      return Optional.empty();
    }
    MessageAttempts tries = open.tries().started() ? open.tries().takenOver() : open.tries();
    WriteMark stamp = WriteMark.of(WriteId.random(random), now.wall());
    return Optional.of(new MessageRecord(held.session(), open.givenBack(tries), stamp));
  }

  @Override
  void write(MessageRecord released, Version version) {
    writer.write(released, Optional.of(version));
  }
}
