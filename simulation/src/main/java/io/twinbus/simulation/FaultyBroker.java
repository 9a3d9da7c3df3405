package io.twinbus.simulation;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.util.concurrent.CompletionStage;

/** A broker whose client throws now and then, and so do the sessions that it gives. */
record FaultyBroker(Broker real, Surprises surprises) implements Broker {

  @Override
  public CompletionStage<AcceptOutcome> acceptNext() {
    surprises.mayThrow(3, "the broker");
    return real.acceptNext()
        .thenApply(
            outcome ->
                outcome instanceof AcceptOutcome.Accepted accepted
                    ? new AcceptOutcome.Accepted(new FaultySession(accepted.session(), surprises))
                    : outcome);
  }

  @Override
  public void close() {
    real.close();
  }

  private record FaultySession(BrokerSession real, Surprises surprises) implements BrokerSession {

    private static final double SELDOM = 0.3;
    private static final String NAME = "the broker's session";

    @Override
    public SessionId session() {
      return real.session();
    }

    @Override
    public void listen(Listener listener) {
      surprises.mayThrow(4, NAME);
      real.listen(listener);
    }

    @Override
    public void receive(int count) {
      surprises.mayThrow(SELDOM, NAME);
      real.receive(count);
    }

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      surprises.mayThrow(SELDOM, NAME);
      return real.settle(delivery, settlement);
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      surprises.mayThrow(SELDOM, NAME);
      return real.search(search);
    }

    @Override
    public CompletionStage<Void> close() {
      return real.close();
    }
  }
}
