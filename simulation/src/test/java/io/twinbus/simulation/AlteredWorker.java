package io.twinbus.simulation;

import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A worker with a bug in what it hears or says, one event at a time; the rest is the real one's.
 */
abstract class AlteredWorker implements SessionCore {

  private final SessionCore real;

  AlteredWorker(SessionCore real) {
    this.real = real;
  }

  /** What it says to {@code event}. */
  abstract List<WorkerEffect> on(WorkerEvent event, Now now);

  /** What the real worker says to {@code event}. */
  final List<WorkerEffect> said(WorkerEvent event, Now now) {
    return real.on(List.of(event), now);
  }

  @Override
  public final List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
    List<WorkerEffect> effects = new ArrayList<>();
    events.forEach(event -> effects.addAll(on(event, now)));
    return effects;
  }

  @Override
  public boolean isAtWork() {
    return real.isAtWork();
  }

  @Override
  public boolean isLeaving() {
    return real.isLeaving();
  }

  @Override
  public int inHand() {
    return real.inHand();
  }

  @Override
  public Optional<Instant> oldest() {
    return real.oldest();
  }

  @Override
  public SessionWorker.Remains remains() {
    return real.remains();
  }
}
