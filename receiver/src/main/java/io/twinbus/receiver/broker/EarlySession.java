package io.twinbus.receiver.broker;

import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A session that waits for a place: its first copy comes meanwhile, so that a worker that gets the
 * session loses no time to it.
 *
 * <ol>
 *   <li>One copy is asked for as soon as the session has come. It is kept.
 *   <li>The worker's first demand gets this copy, or, when it is still on its way, the next one
 *       that comes. It counts as one of those that the worker asks for.
 *   <li>A session that goes back gives the copy's lock back with its own. No delivery is counted.
 * </ol>
 *
 * <p>Thread-safe, if the session is.
 */
public final class EarlySession implements BrokerSession {

  private final BrokerSession session;
  private boolean isAhead = true;
  private @Nullable Delivery first;
  private @Nullable String lost;
  private @Nullable Listener listener;

  private EarlySession(BrokerSession session) {
    this.session = session;
  }

  /**
   * {@code session}, whose first copy is asked for.
   *
   * @throws RuntimeException what the session throws when it is asked
   */
  public static EarlySession reading(BrokerSession session) {
    EarlySession early = new EarlySession(session);
    session.listen(early.new Ear());
    session.receive(1);
    return early;
  }

  @Override
  public SessionId session() {
    return session.session();
  }

  @Override
  public void listen(Listener hearer) {
    String why;
    synchronized (this) {
      listener = hearer;
      why = lost;
    }
    if (why != null) {
      hearer.lost(why);
    }
  }

  @Override
  public void receive(int count) {
    boolean hasOne;
    Delivery kept;
    Listener hearer;
    synchronized (this) {
      hasOne = isAhead && count > 0;
      isAhead = isAhead && !hasOne;
      hearer = listener;
      kept = hasOne && lost == null ? first : null;
      if (hasOne) {
        first = null;
      }
    }
    if (kept != null && hearer != null) {
      hearer.delivered(kept);
    }
    int more = hasOne ? count - 1 : count;
    if (more > 0) {
      session.receive(more);
    }
  }

  @Override
  public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
    return session.settle(delivery, settlement);
  }

  @Override
  public CompletionStage<SearchOutcome> search(Search search) {
    return session.search(search);
  }

  @Override
  public void letGo(Delivery found) {
    session.letGo(found);
  }

  @Override
  public CompletionStage<Void> close() {
    return session.close();
  }

  /** Hears of the session, before a worker does. */
  private final class Ear implements Listener {

    @Override
    public void delivered(Delivery delivery) {
      Listener hearer;
      synchronized (EarlySession.this) {
        if (isAhead) {
          first = delivery;
        }
        hearer = isAhead ? null : listener;
      }
      if (hearer != null) {
        hearer.delivered(delivery);
      }
    }

    @Override
    public void lost(String why) {
      Listener hearer;
      synchronized (EarlySession.this) {
        lost = why;
        hearer = listener;
      }
      if (hearer != null) {
        hearer.lost(why);
      }
    }
  }
}
