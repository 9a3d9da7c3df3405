package io.twinbus.receiver.bytes;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session that asks its broker for as many copies as {@link CopyBudget} allows. What it was asked
 * for beyond that waits, and its listener hears when nothing more comes for that reason.
 *
 * <p>A copy takes its bytes until it is settled, or the session is closed. Thread-safe.
 */
public final class BudgetedSession implements BrokerSession {

  private final BrokerSession session;
  private final CopyBudget.Account account;
  private final Consumer<BudgetedSession> onClosed;
  private final Map<Long, InHand> inHand = new HashMap<>();
  private @Nullable Listener listener;
  private boolean saidHeldBack;

  /** Copies with one broker number: one, and one that a search has read. */
  private record InHand(int copies, long bytes) {

    private InHand and(InHand other) {
      return new InHand(copies + other.copies, bytes + other.bytes);
    }
  }

  BudgetedSession(
      BrokerSession session, CopyBudget.Account account, Consumer<BudgetedSession> onClosed) {
    this.session = session;
    this.account = account;
    this.onClosed = onClosed;
  }

  @Override
  public SessionId session() {
    return session.session();
  }

  @Override
  public void listen(Listener hearer) {
    synchronized (this) {
      listener = hearer;
    }
    session.listen(
        new Listener() {
          @Override
          public void delivered(Delivery delivery) {
            long size = CopySize.of(delivery);
            hold(delivery, size);
            int more = account.delivered(size);
            hearer.delivered(delivery);
            askAside(more);
          }

          @Override
          public void lost(String why) {
            hearer.lost(why);
          }
        });
  }

  @Override
  public void receive(int count) {
    ask(account.want(count));
  }

  /** Asks for what the budget allows by now. */
  void askAgain() {
    askAside(account.more());
  }

  /** Where no worker hears of a failure: a session that cannot be asked any more is lost. */
  private void askAside(int count) {
    try {
      ask(count);
    } catch (RuntimeException | Error e) {
      Listener hearer;
      synchronized (this) {
        hearer = listener;
      }
      if (hearer != null) {
        hearer.lost("its broker cannot be asked for more (" + e.getMessage() + ")");
      }
    }
  }

  private void ask(int count) {
    if (count > 0) {
      session.receive(count);
    }
    synchronized (this) {
      boolean isHeldBack = account.isHeldBack();
      if (isHeldBack != saidHeldBack && listener != null) {
        saidHeldBack = isHeldBack;
        listener.heldBack(isHeldBack);
      }
    }
  }

  @Override
  public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
    return session
        .settle(delivery, settlement)
        .whenComplete((done, error) -> letGo(delivery.brokerSequence()));
  }

  @Override
  public void letGo(Delivery found) {
    long size = CopySize.of(found);
    boolean wasInHand;
    synchronized (this) {
      InHand all = inHand.get(found.brokerSequence());
      wasInHand = all != null;
      if (all != null && all.copies() > 1) {
        inHand.put(found.brokerSequence(), new InHand(all.copies() - 1, all.bytes() - size));
      } else {
        inHand.remove(found.brokerSequence());
      }
    }
    if (wasInHand) {
      askAside(account.released(1, size));
    }
  }

  private synchronized void hold(Delivery copy, long size) {
    inHand.merge(copy.brokerSequence(), new InHand(1, size), InHand::and);
  }

  private void letGo(long brokerSequence) {
    InHand gone;
    synchronized (this) {
      gone = inHand.remove(brokerSequence);
    }
    if (gone != null) {
      askAside(account.released(gone.copies(), gone.bytes()));
    }
  }

  @Override
  public CompletionStage<SearchOutcome> search(Search search) {
    return session
        .search(search)
        .thenApply(
            outcome -> {
              if (outcome instanceof SearchOutcome.Found found) {
                long size = CopySize.of(found.copy());
                hold(found.copy(), size);
                account.found(size);
              }
              return outcome;
            });
  }

  @Override
  public CompletionStage<Void> close() {
    try {
      return session.close().whenComplete((done, error) -> forget());
    } catch (RuntimeException | Error e) {
      forget();
      throw e;
    }
  }

  /** Takes no bytes from now on, for another party closes the session. */
  public void forget() {
    account.close();
    onClosed.accept(this);
  }
}
