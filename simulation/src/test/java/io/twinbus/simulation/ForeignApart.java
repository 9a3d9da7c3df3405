package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Two workers in one place: one has the session, the other its foreign messages. */
final class ForeignApart implements Worker {

  private static final long OTHERS = 1_000_000;

  private final Worker real;
  private final SessionWorker foreign;

  ForeignApart(Worker real, SessionWorker foreign) {
    this.real = real;
    this.foreign = foreign;
  }

  @Override
  public List<WorkerEffect> on(WorkerEvent event, Now now) {
    boolean isForeign =
        event instanceof WorkerEvent.Delivered delivered
            && delivered.delivery().headers() instanceof ParsedHeaders.Foreign;
    List<WorkerEffect> effects = new ArrayList<>();
    if (!isForeign && !isOfOthers(event)) {
      effects.addAll(real.on(event, now));
    }
    if (isForeign || !(event instanceof WorkerEvent.Delivered)) {
      for (WorkerEffect effect : foreign.on(renumbered(event), now)) {
        boolean isReals =
            effect instanceof WorkerEffect.Receive || effect instanceof WorkerEffect.Stop;
        if (!isReals) {
          effects.add(renumbered(effect));
        }
      }
    }
    return effects;
  }

  private static boolean isOfOthers(WorkerEvent event) {
    return event instanceof WorkerEvent.HandlerReturned returned && returned.call() >= OTHERS;
  }

  private static WorkerEvent renumbered(WorkerEvent event) {
    return event instanceof WorkerEvent.HandlerReturned returned
        ? new WorkerEvent.HandlerReturned(returned.call() - OTHERS, returned.outcome())
        : event;
  }

  private static WorkerEffect renumbered(WorkerEffect effect) {
    if (effect instanceof WorkerEffect.StartHandler start) {
      return new WorkerEffect.StartHandler(
          start.call() + OTHERS, start.delivery(), start.invocation());
    }
    return effect instanceof WorkerEffect.CancelHandler cancel
        ? new WorkerEffect.CancelHandler(cancel.call() + OTHERS)
        : effect;
  }

  @Override
  public SessionWorker.Remains remains() {
    Set<ClaimId> claims = new HashSet<>(real.remains().claims());
    claims.addAll(foreign.remains().claims());
    SessionWorker.Remains remains = real.remains();
    return new SessionWorker.Remains(claims, remains.pending(), Optional.empty(), remains.called());
  }
}
