package io.twinbus.testkit.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.flow.SessionWorker;
import io.twinbus.receiver.flow.WorkerEffect;
import io.twinbus.receiver.flow.WorkerEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session worker as its shell sees it. */
public interface Worker {

  /** Takes in what happened, and answers what to do. */
  List<WorkerEffect> on(WorkerEvent event, Now now);

  /** The claim that it answers for, or null. */
  @Nullable ClaimId claim();

  /** The real one. */
  static Worker of(SessionWorker worker) {
    return new Worker() {
      @Override
      public List<WorkerEffect> on(WorkerEvent event, Now now) {
        return worker.on(event, now);
      }

      @Override
      public @Nullable ClaimId claim() {
        return worker.claim();
      }
    };
  }
}
