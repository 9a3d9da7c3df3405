package io.twinbus.receiver.broker;

import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;

/**
 * A session that the broker has locked for this receiver. Its lock is renewed until it is closed.
 *
 * <p>Implementations are thread-safe and never block the caller.
 */
public interface BrokerSession {

  /** The session, by the name that the broker knows. */
  SessionId session();

  /** Names who hears of deliveries and of the loss of the session; once, before the first call. */
  void listen(Listener listener);

  /** Lets up to {@code count} more copies come. */
  void receive(int count);

  /** Settles a copy; completes exceptionally when the lock on it is gone. */
  CompletionStage<Void> settle(Delivery delivery, Settlement settlement);

  /**
   * Looks for a copy by its number, without locking anything and without regard to what was
   * delivered: the whole session from {@code search.from()} on, as far as one bounded look reaches.
   * What becomes visible meanwhile has a higher broker number, so a look that reaches the end has
   * seen it. Completes within the broker's bound, never exceptionally.
   */
  CompletionStage<SearchOutcome> search(Search search);

  /**
   * The worker keeps a copy no longer that a search has read. A session that does not count what
   * its worker holds does nothing.
   */
  default void letGo(Delivery found) {}

  /** Gives the session's lock back, unsettled copies included; bounded, idempotent. */
  CompletionStage<Void> close();

  /** Hears of a session. Calls come one at a time. */
  interface Listener {

    /** A copy arrived. */
    void delivered(Delivery delivery);

    /** The lock or the link is gone; the last call. */
    void lost(String why);

    /**
     * Whether copies are wanted that are not asked for, because the process holds as many bytes as
     * it may. A session without such a bound never calls it.
     */
    default void heldBack(boolean isHeldBack) {}
  }
}
