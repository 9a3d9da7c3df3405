package io.twinbus.receiver;

import io.twinbus.protocol.settings.ClusterSettings;

/**
 * Something built around every handler call from outside, such as tracing: a bean of this type is
 * used by the service. Implementations are thread-safe.
 */
@FunctionalInterface
public interface HandlerExtension {

  /**
   * What takes the place of {@code handler}, which handles what is sent to {@code cluster}. It must
   * answer the handler's own stage, so that a cancel reaches it; for a bean that may block it is
   * called on the thread on which the bean runs.
   */
  SessionHandler around(SessionHandler handler, ClusterSettings cluster);
}
