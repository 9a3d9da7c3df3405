package io.twinbus.receiver.session;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import java.util.Optional;
import java.util.Set;

/**
 * A record holds the cursors of {@link Horizon#MAX_STREAMS} streams. When one more begins, those
 * that were idle for the whole retention go; when there are none, the session is blocked, for a
 * cursor that is still needed must not go.
 */
final class StreamRoom {

  private final WorkerState memory;

  StreamRoom(WorkerState memory) {
    this.memory = memory;
  }

  /** Whether the stream of {@code head} has room. */
  boolean isThere(Inbox.Head head) {
    return !Horizon.isFull(memory.progress(), head.position().stream());
  }

  /** Makes room for the stream of {@code head}, or blocks the session; the line is free. */
  void make(Inbox.Head head, Now now) {
    Horizon horizon = memory.settings.horizon();
    StreamId stream = head.position().stream();
    Set<StreamId> inHand = memory.inbox.streams();
    if (Horizon.isFull(horizon.pruned(memory.progress(), inHand, now.wall()), stream)) {
      block(head, now);
    } else {
      memory.write(new RecordChange.Prune(horizon, inHand), now);
    }
  }

  private void block(Inbox.Head head, Now now) {
    String sentence =
        ("%d streams of this session have been at work within %d days, and stream %s is one more;"
                + " give its producers stable stream names, or fewer of them")
            .formatted(
                Horizon.MAX_STREAMS,
                memory.settings.horizon().retention().toDays(),
                head.position().stream());
    String message = head.delivery().message().id().value();
    memory.report(new WorkerFact.Stuck(sentence));
    memory.write(
        new RecordChange.BlockSession(
            new Block(sentence, message, memory.who.instance().value(), now.wall()),
            Optional.empty()),
        now);
  }
}
