package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.util.List;
import java.util.Random;

/**
 * Releases what a worker that died left claimed, in a process that lives: a state machine without
 * I/O, driven like {@link SessionWorker}. Its last effect is {@link WorkerEffect.Stop}. Not
 * thread-safe.
 */
public interface Release {

  /** The first effects. */
  List<WorkerEffect> begin();

  /** Takes in an answer or a wake-up, and answers what to do. */
  List<WorkerEffect> on(WorkerEvent event, Now now);

  /** The release of what {@code remains} of a worker. */
  static Release of(SessionWorker.Remains remains, Random random) {
    return remains
        .message()
        .<Release>map(held -> new MessageRelease(remains.claims(), held, random))
        .orElseGet(() -> new ClaimRelease(remains, random));
  }
}
