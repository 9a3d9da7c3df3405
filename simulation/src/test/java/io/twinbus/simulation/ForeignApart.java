package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Two workers in one place: one has the session, the other its foreign messages. */
final class ForeignApart extends AlteredWorker {

  private static final long OTHERS = 1_000_000;

  private final SessionWorker foreign;

  ForeignApart(SessionCore real, SessionWorker foreign) {
    super(real);
    this.foreign = foreign;
  }

  @Override
  List<WorkerEffect> on(WorkerEvent event, Now now) {
    boolean isForeign =
        event instanceof WorkerEvent.Delivered delivered
            && delivered.delivery().headers() instanceof ParsedHeaders.Foreign;
    List<WorkerEffect> effects = new ArrayList<>();
    if (!isForeign && !isOfOthers(event)) {
      effects.addAll(said(event, now));
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
    Set<ClaimId> claims = new HashSet<>(super.remains().claims());
    claims.addAll(foreign.remains().claims());
    SessionWorker.Remains remains = super.remains();
    return new SessionWorker.Remains(claims, remains.pending(), Optional.empty(), remains.called());
  }
}
