package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.MessageIntent;
import io.twinbus.ledger.store.MessageOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.HeldMessage;
import io.twinbus.receiver.session.state.MessageLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Gives back the message that a worker which died had claimed by itself, as {@link ClaimRelease}
 * does a session. A start of it without an end uses up an attempt: that worker may have died of it.
 *
 * <p>Begun when the worker's handler call has returned, or a bounded time later. Not thread-safe.
 */
final class MessageRelease implements Release {

  private final Set<ClaimId> claims;
  private final HeldMessage held;
  private final Random random;
  private final MessageLine line = new MessageLine();
  private boolean over;

  MessageRelease(Set<ClaimId> claims, HeldMessage held, Random random) {
    this.claims = Set.copyOf(claims);
    this.held = held;
    this.random = random;
  }

  @Override
  public List<WorkerEffect> begin() {
    List<WorkerEffect> out = new ArrayList<>();
    held.openWrite()
        .ifPresentOrElse(write -> line.write(write, out), () -> line.look(held.key(), out));
    return out;
  }

  @Override
  public List<WorkerEffect> on(WorkerEvent event, Now now) {
    List<WorkerEffect> out = new ArrayList<>();
    if (over) {
      return out;
    }
    Optional<MessageLine.Result> result = Optional.empty();
    if (event instanceof WorkerEvent.MessageRead read) {
      result = line.onLooked(read.key(), read.outcome(), now.monotonic());
    } else if (event instanceof WorkerEvent.MessageWriteAnswered answered) {
      result = line.onWritten(answered.key(), answered.outcome(), now.monotonic(), out);
    }
    result.ifPresent(answer -> take(answer, now, out));
    line.poll(now.monotonic(), out).ifPresent(time -> out.add(new WorkerEffect.WakeAt(time)));
    return out;
  }

  private void take(MessageLine.Result result, Now now, List<WorkerEffect> out) {
    if (result instanceof MessageLine.Landed landed) {
      giveBack(landed.record(), landed.version(), now, out);
      return;
    }
    MessageOutcome seen =
        result instanceof MessageLine.Overwritten overwritten
            ? overwritten.seen()
            : ((MessageLine.Looked) result).outcome();
    if (seen instanceof MessageOutcome.Found found) {
      giveBack(found.record(), found.version(), now, out);
    } else {
      end(out);
    }
  }

  private void giveBack(MessageRecord record, Version version, Now now, List<WorkerEffect> out) {
    if (!(record.content() instanceof MessageContent.Open open)
        || claims.stream().noneMatch(open::isHeldBy)) {
      end(out);
      return;
    }
    MessageAttempts tries = open.tries().started() ? open.tries().takenOver() : open.tries();
    WriteMark stamp = WriteMark.of(WriteId.random(random), now.wall());
    line.write(
        new MessageIntent(
            new MessageRecord(held.session(), open.givenBack(tries), stamp), Optional.of(version)),
        out);
  }

  private void end(List<WorkerEffect> out) {
    over = true;
    out.add(new WorkerEffect.Report(new WorkerFact.Released()));
    out.add(new WorkerEffect.Stop("what a dead worker held is released"));
  }
}
