package io.twinbus.receiver.runtime;

import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The decisions about one accepted session: events go in, effects come out.
 *
 * <p>Not thread-safe: the runner hands events in one batch at a time.
 */
public interface SessionCore {

  /** Takes in what happened, and answers what to do, in order. */
  List<WorkerEffect> on(List<WorkerEvent> events, Now now);

  /** Whether another event follows whatever becomes of the settlements. */
  boolean isAtWork();

  /** Whether it calls no handler any more, and waits for its last answers. */
  boolean isLeaving();

  /** How many copies it holds. */
  int inHand();

  /** When the first message in hand was sent that has not ended. */
  Optional<Instant> oldest();

  /** What would be left of it if it died now. */
  SessionWorker.Remains remains();

  /** Makes the core of a session that was accepted. */
  interface Factory {

    /** The core of {@code who}, which begins with {@link WorkerEvent.Accepted}. */
    SessionCore create(WorkerIdentity who, FlowSettings flow, WorkerContext context, Now now);
  }

  /** The product's core: {@code worker}. */
  static SessionCore of(SessionWorker worker) {
    return new SessionCore() {
      @Override
      public List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
        return worker.on(events, now);
      }

      @Override
      public boolean isAtWork() {
        return worker.isAtWork();
      }

      @Override
      public boolean isLeaving() {
        return worker.isLeaving();
      }

      @Override
      public int inHand() {
        return worker.inHand();
      }

      @Override
      public Optional<Instant> oldest() {
        return worker.oldest();
      }

      @Override
      public SessionWorker.Remains remains() {
        return worker.remains();
      }
    };
  }
}
