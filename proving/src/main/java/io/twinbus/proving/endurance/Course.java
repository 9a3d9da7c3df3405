package io.twinbus.proving.endurance;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** What happens to a system while traffic goes on. */
@FunctionalInterface
interface Course {

  /**
   * Lets it happen; traffic ends when this returns.
   *
   * @throws IOException when a process cannot be started or looked at
   * @throws TimeoutException when a process is not ready in time
   */
  void run(SteadySystem system) throws IOException, InterruptedException, TimeoutException;
}
