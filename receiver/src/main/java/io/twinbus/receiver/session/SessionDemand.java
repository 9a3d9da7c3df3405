package io.twinbus.receiver.session;

import io.twinbus.protocol.SessionId;

/**
 * Who else waits: sessions for the places of this process, and other processes for its sessions.
 *
 * <p>Thread-safe.
 */
public interface SessionDemand {

  /**
   * Whether all places are taken, and sessions wait for them. A worker that has nothing more in
   * hand then gives its place up, and reports {@link WorkerFact.PlaceGivenUp}.
   */
  boolean isPressing();

  /**
   * Whether a worker may keep its claim on {@code session} for the long linger: places are free,
   * the region answers, and no other process is known to wait for it. When that changes, the worker
   * is handed a {@link WorkerEvent.Tick}.
   */
  boolean mayKeep(SessionId session);

  /**
   * Whether another process is known to wait for {@code session}: a worker that has nothing to do
   * releases its claim then. When that changes, the worker is handed a {@link WorkerEvent.Tick}.
   */
  boolean isWanted(SessionId session);
}
