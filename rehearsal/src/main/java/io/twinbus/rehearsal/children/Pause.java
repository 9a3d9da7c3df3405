package io.twinbus.rehearsal.children;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A process that stands still until this ends.
 *
 * <p>A shell holds the pause: it lets the process go on when it is told to, and also when its own
 * input ends because this process is gone. So nothing stays stopped for ever. Thread-safe.
 */
public final class Pause {

  private static final String SCRIPT =
      "trap '' INT; kill -STOP \"$1\" || exit 1; echo stopped; read -r _; kill -CONT \"$1\"";
  private static final long BOUND_SECONDS = 5;

  private final Process shell;

  private Pause(Process shell) {
    this.shell = shell;
  }

  static Pause of(long pid) throws IOException {
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", SCRIPT, "twinbus-pause", Long.toString(pid))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (shell.getInputStream().read() < 0) {
      throw new IOException("The process " + pid + " cannot be stopped: it may have ended.");
    }
    return new Pause(shell);
  }

  /** Lets the process go on (SIGCONT), and returns when it does. */
  public void end() throws InterruptedException {
    try {
      shell.getOutputStream().close();
    } catch (IOException e) {
      // the shell is gone, and has let the process go on before
    }
    if (!shell.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
      shell.destroy();
    }
  }
}
