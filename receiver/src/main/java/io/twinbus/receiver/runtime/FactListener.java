package io.twinbus.receiver.runtime;

import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import org.apiguardian.api.API;

/**
 * A listener for what session workers report: metrics and logs.
 *
 * <p>Called by the thread that runs the worker: implementations return at once, and are
 * thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
@FunctionalInterface
public interface FactListener {

  /** {@code who} reports {@code fact}. */
  void on(WorkerIdentity who, WorkerFact fact);
}
