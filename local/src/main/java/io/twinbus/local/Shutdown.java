package io.twinbus.local;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was started and has to be stopped, the latest first; one that fails to stop does not keep
 * the others running.
 */
final class Shutdown implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  synchronized <T extends AutoCloseable> T stopFirst(T endpoint) {
    started.push(endpoint);
    return endpoint;
  }

  @Override
  public synchronized void close() {
    while (!started.isEmpty()) {
      stop(started.pop());
    }
  }

  private static void stop(AutoCloseable endpoint) {
    try {
      endpoint.close();
    } catch (Exception e) {
      LOG.warn(
          "An endpoint of the local stack did not stop; its port stays in use until this process ends.",
          e);
    }
  }
}
