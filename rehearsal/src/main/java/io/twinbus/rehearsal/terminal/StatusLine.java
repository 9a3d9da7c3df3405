package io.twinbus.rehearsal.terminal;

import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One line at the bottom of a terminal, drawn anew a few times a second; nothing where there is no
 * terminal. Thread-safe.
 */
public final class StatusLine implements AutoCloseable {

  private static final long REDRAW_MS = 250;
  private static final int WIDTH = 78;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean live;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "status-line");
            thread.setDaemon(true);
            return thread;
          });
  private volatile Supplier<String> text = () -> "";

  /** A line on {@code err}, if that is {@code live}: a terminal. */
  public StatusLine(PrintWriter err, boolean live) {
    this.err = err;
    this.live = live;
    if (live) {
      var unused = timer.scheduleWithFixedDelay(this::draw, 0, REDRAW_MS, TimeUnit.MILLISECONDS);
    }
  }

  /** Shows what {@code now} says, from here on. */
  public void show(Supplier<String> now) {
    text = now;
  }

  /** Leaves {@code line} standing above the status line. */
  public synchronized void leave(String line) {
    if (live) {
      err.println(CLEAR + line);
      draw();
    }
  }

  private synchronized void draw() {
    String line = text.get();
    err.print(CLEAR + (line.length() > WIDTH ? line.substring(0, WIDTH) : line));
    err.flush();
  }

  @Override
  public synchronized void close() {
    timer.shutdownNow();
    if (live) {
      err.print(CLEAR);
      err.flush();
    }
  }
}
