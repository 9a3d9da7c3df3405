package io.twinbus.proving.bench;

import java.io.PrintWriter;

/** One line that says what is being measured, on a terminal; nothing elsewhere. Thread-safe. */
public final class BenchProgress {

  private static final int WIDTH = 78;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean live;

  /** Progress on {@code err}, if that is a terminal. */
  public BenchProgress(PrintWriter err, boolean live) {
    this.err = err;
    this.live = live;
  }

  /** Shows {@code line} instead of the one before. */
  public synchronized void show(String line) {
    if (live) {
      err.print(CLEAR + (line.length() > WIDTH ? line.substring(0, WIDTH) : line));
      err.flush();
    }
  }

  /** Takes the line away. */
  public synchronized void clear() {
    show("");
  }
}
