package io.twinbus.receiver.broker;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.ids.RecordedIds;
import java.util.concurrent.CompletionStage;

/**
 * A broker whose sessions and copies have the names that the ledger and logs use. What stands
 * behind it, worker, ledger, logs, metrics, never sees a clear id; the message that goes to the
 * handler keeps its own. Thread-safe as the broker behind it is.
 */
public final class RecordedIdsBroker implements Broker {

  private final Broker broker;
  private final RecordedIds ids;

  private RecordedIdsBroker(Broker broker, RecordedIds ids) {
    this.broker = broker;
    this.ids = ids;
  }

  /** {@code broker} with ids in the form of {@code ids}. */
  public static Broker of(Broker broker, RecordedIds ids) {
    return ids.areHashed() ? new RecordedIdsBroker(broker, ids) : broker;
  }

  @Override
  public CompletionStage<AcceptOutcome> acceptNext() {
    return broker.acceptNext().thenApply(this::recorded);
  }

  private AcceptOutcome recorded(AcceptOutcome outcome) {
    return outcome instanceof AcceptOutcome.Accepted accepted
        ? new AcceptOutcome.Accepted(new Recorded(accepted.session()))
        : outcome;
  }

  @Override
  public void close() {
    broker.close();
  }

  /** A session under its recorded name. */
  private final class Recorded implements BrokerSession {

    private final BrokerSession session;
    private final SessionId name;

    Recorded(BrokerSession session) {
      this.session = session;
      this.name = ids.of(session.session());
    }

    @Override
    public SessionId session() {
      return name;
    }

    @Override
    public void listen(Listener listener) {
      session.listen(
          new Listener() {
            @Override
            public void delivered(Delivery delivery) {
              listener.delivered(delivery.withId(ids.of(delivery.message().id())));
            }

            @Override
            public void lost(String why) {
              listener.lost(why.replace(session.session().value(), name.value()));
            }
          });
    }

    @Override
    public void receive(int count) {
      session.receive(count);
    }

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      return session.settle(delivery, settlement);
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      return session.search(search).thenApply(this::withRecordedId);
    }

    private SearchOutcome withRecordedId(SearchOutcome outcome) {
      return outcome instanceof SearchOutcome.Found found
          ? found.withId(ids.of(found.copy().message().id()))
          : outcome;
    }

    @Override
    public CompletionStage<Void> close() {
      return session.close();
    }
  }
}
