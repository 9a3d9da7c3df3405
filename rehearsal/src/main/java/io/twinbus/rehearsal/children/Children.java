package io.twinbus.rehearsal.children;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * All processes that a run has started. Closing it, Ctrl-C and SIGTERM end every one of them.
 *
 * <p>Thread-safe.
 */
public final class Children implements AutoCloseable {

  private final Path directory;
  private final List<ChildProcess> started = new ArrayList<>();
  private final Thread hook = new Thread(this::endAll, "end-children");
  private boolean closed;

  /** No children yet; their logs will be in {@code directory}. */
  public Children(Path directory) {
    this.directory = directory;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a child.
   *
   * @param readyLine which line, on either output, says that the child is ready
   * @throws IOException when it cannot be started, or everything is being ended
   */
  public ChildProcess start(JavaCommand command, Predicate<String> readyLine) throws IOException {
    return start(command, readyLine, line -> {});
  }

  /**
   * Starts a child and tells {@code listener} each line of its standard output.
   *
   * @throws IOException when it cannot be started, or everything is being ended
   */
  public synchronized ChildProcess start(
      JavaCommand command, Predicate<String> readyLine, Consumer<String> listener)
      throws IOException {
    if (closed) {
      throw new IOException("The run is ending; " + command.name() + " is not started.");
    }
    ChildProcess child = ChildProcess.start(command, directory, readyLine, listener);
    started.add(child);
    return child;
  }

  /** Where the logs of the children are. */
  public Path directory() {
    return directory;
  }

  private synchronized void endAll() {
    closed = true;
    started.forEach(ChildProcess::end);
    started.clear();
  }

  @Override
  public void close() {
    endAll();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is ending already, and the hook has done the same
    }
  }
}
