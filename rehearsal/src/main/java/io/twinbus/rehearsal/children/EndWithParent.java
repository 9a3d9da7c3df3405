package io.twinbus.rehearsal.children;

import java.io.IOException;

/**
 * Ends this process when the one that started it is gone, however that one ended.
 *
 * <p>The parent keeps the child's standard input open and never writes to it; the operating system
 * closes it with the parent, kill -9 included.
 */
public final class EndWithParent {

  /** The system property that a parent sets in a child which is to end with it. */
  public static final String PROPERTY = "twinbus.ends-with-parent";

  private static final int EXIT_CODE = 1;

  private EndWithParent() {}

  /** Begins to watch, if the parent asked for it. */
  public static void watch() {
    if (!Boolean.getBoolean(PROPERTY)) {
      return;
    }
    Thread watcher = new Thread(EndWithParent::awaitEndOfInput, "end-with-parent");
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // whatever is written there is not for this process
      }
    } catch (IOException e) {
      // a broken input means the same as its end
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
