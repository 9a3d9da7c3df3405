package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end that a session record notes, with the state that it made, and whose message's own record
 * may not say so: it is written there before another message is taken, for the next note takes its
 * place.
 */
final class NotedEnds {

  private final WorkerState state;
  private final MessageWriter writer;
  private @Nullable NotedEnd carrying;
  private @Nullable NotedEnd carried;

  NotedEnds(WorkerState state, MessageWriter writer) {
    this.state = state;
    this.writer = writer;
  }

  boolean isCarrying() {
    return carrying != null;
  }

  /** The message's worker carries {@code end} itself, next. */
  void isBeingCarried(NotedEnd end) {
    carried = end;
  }

  /** Whether that is written first. */
  boolean carries(Now now) {
    NotedEnd noted = state.view.beside().noted().orElse(null);
    if (noted == null || noted.equals(carried)) {
      return false;
    }
    carrying = noted;
    carry(noted, Optional.empty(), now);
    return true;
  }

  private void carry(NotedEnd noted, Optional<Version> over, Now now) {
    MessageContent end =
        new MessageContent.Over(
            noted.message(), noted.state(), noted.reason(), state.view.token(), noted.replay());
    writer.write(new MessageRecord(state.identity.session(), end, state.stamp(now)), over);
  }

  /** Takes in what became of it. */
  void on(RecordWriter.Result<MessageRecord> result, Now now) {
    NotedEnd noted = Objects.requireNonNull(carrying);
    carrying = null;
    if (result instanceof PendingWrite.Overwritten<MessageRecord> other
        && !(other.seen() instanceof ReadOutcome.Found<MessageRecord> found
            && found.record().content() instanceof MessageContent.Over)) {
      carrying = noted;
      carry(
          noted,
          other.seen() instanceof ReadOutcome.Found<MessageRecord> open
              ? Optional.of(open.version())
              : Optional.empty(),
          now);
      return;
    }
    carried = noted;
  }
}
