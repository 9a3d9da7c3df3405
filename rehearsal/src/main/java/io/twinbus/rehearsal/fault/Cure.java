package io.twinbus.rehearsal.fault;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** How to end a fault. */
@FunctionalInterface
public interface Cure {

  /**
   * Ends the fault; returns when what it took is there again.
   *
   * @throws IOException when a process cannot be started
   * @throws TimeoutException when one is not ready in time
   */
  void heal() throws IOException, InterruptedException, TimeoutException;
}
