package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Optional;
import java.util.Set;

/**
 * A record holds the cursors of {@link Horizon#MAX_STREAMS} streams; long before, idle ones leave
 * it ({@link io.twinbus.ledger.rules.ColdRule}). When none may leave and one more begins, those
 * that were idle for the whole retention go; when there are none, the session is blocked.
 */
final class StreamRoom {

  private final WorkerState state;

  StreamRoom(WorkerState state) {
    this.state = state;
  }

  /** Whether the stream of {@code head} has room. */
  boolean isThere(Inbox.Head head) {
    return !Horizon.isFull(state.progress(), head.position().stream());
  }

  /**
   * Makes room for the stream of {@code head}, or blocks the session. The record is not being
   * written.
   */
  void make(SessionState.Claimed claimed, Inbox.Head head, Now now) {
    if (!state.uncommitted.isEmpty()) {
      state.writes.commit(claimed, now);
      return; // idle streams leave a record that is written
    }
    Horizon horizon = state.settings.horizon();
    StreamId stream = head.position().stream();
    Set<StreamId> inHand = state.inbox.streams();
    if (Horizon.isFull(horizon.pruned(state.progress(), inHand, now.wall()), stream)) {
      block(claimed, head, now);
    } else {
      state.writes.change(claimed, new RecordChange.Prune(horizon, inHand), now);
    }
  }

  private void block(SessionState.Claimed claimed, Inbox.Head head, Now now) {
    String sentence =
        ("%d streams of this session wait for messages, or have failed ones, and stream %s is one"
                + " more: find what is missing, or pass over it")
            .formatted(Horizon.MAX_STREAMS, head.position().stream());
    String message = head.delivery().id().value();
    state.effects.report(new WorkerFact.Stuck(sentence));
    state.writes.block(
        claimed,
        new RecordChange.BlockSession(
            new Block(sentence, message, state.identity.instance().value(), now.wall()),
            Optional.empty()),
        now);
  }
}
