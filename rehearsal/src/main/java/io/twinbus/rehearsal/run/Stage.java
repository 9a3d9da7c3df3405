package io.twinbus.rehearsal.run;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.terminal.StatusLine;

/**
 * What a scenario plays on. The run closes all of it when the scenario is over.
 *
 * @param files the directory of the run
 * @param children the processes that it starts
 * @param status the line that shows how far it has come
 * @param clocks the time
 * @param begun when the run began
 * @param viewer shows the run to people
 */
public record Stage(
    RunFiles files,
    Children children,
    StatusLine status,
    Clocks clocks,
    MonotonicTime begun,
    RunViewer viewer) {

  /** Tells that a fault has struck or is healed, on the terminal and to the viewer. */
  public void tell(String news) {
    status.leave(news);
    viewer.mark(news);
  }

  /** The time that has no calendar. */
  public MonotonicTime now() {
    return clocks.now().monotonic();
  }
}
