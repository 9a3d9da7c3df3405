package io.twinbus.receiver.bytes;

import io.twinbus.receiver.broker.BrokerSession;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions of one queue that share {@link CopyBudget} with those of the others. Thread-safe.
 */
public final class BudgetedSessions {

  private final CopyBudget budget;
  private final CopyBudget.Share share;
  private final Set<BudgetedSession> open = ConcurrentHashMap.newKeySet();

  /** The sessions of one more queue; there are none yet. */
  public BudgetedSessions(CopyBudget budget) {
    this.budget = budget;
    this.share = budget.share();
  }

  /** {@code session} within the budget, until it is closed. */
  public BudgetedSession add(BrokerSession session) {
    BudgetedSession bounded = new BudgetedSession(session, share.open(), open::remove);
    open.add(bounded);
    return bounded;
  }

  /** Asks for what sessions still want, as far as others have let bytes go. */
  public void askAgain() {
    open.forEach(BudgetedSession::askAgain);
  }

  /**
   * Keeps bytes free for the sessions that come, in place of what the last call kept.
   *
   * @param coming how many accepts wait or bring one just now, the next one included
   * @return whether the next one may be made
   */
  public boolean keepFreeForAccepts(int coming) {
    return share.keepFreeForAccepts(coming);
  }

  /** What all queues hold. */
  public CopyBudget.Held held() {
    return budget.held();
  }
}
