package io.twinbus.simulation;

import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.util.List;

/** A session worker as its shell sees it. */
public interface Worker {

  /** Takes in what happened, and answers what to do. */
  List<WorkerEffect> on(WorkerEvent event, Now now);

  /** What would be left of it if it died now. */
  SessionWorker.Remains remains();

  /** The real one. */
  static Worker of(SessionWorker worker) {
    return new Worker() {
      @Override
      public List<WorkerEffect> on(WorkerEvent event, Now now) {
        return worker.on(event, now);
      }

      @Override
      public SessionWorker.Remains remains() {
        return worker.remains();
      }
    };
  }
}
