package io.twinbus.proving.bench.product;

import io.twinbus.protocol.SessionId;
import io.twinbus.proving.bench.trace.Trace;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.util.concurrent.CompletionStage;

/** A broker that notes what goes to and from it. Thread-safe as the broker behind it is. */
record TracedBroker(Broker broker, Trace trace) implements Broker {

  private static final String WHO = "broker";

  @Override
  public CompletionStage<AcceptOutcome> acceptNext() {
    return trace
        .until(
            WHO,
            broker::acceptNext,
            outcome ->
                outcome instanceof AcceptOutcome.Accepted accepted
                    ? "accept: session " + accepted.session().session().value()
                    : "")
        .thenApply(
            outcome ->
                outcome instanceof AcceptOutcome.Accepted accepted
                    ? new AcceptOutcome.Accepted(new Traced(accepted.session(), trace))
                    : outcome);
  }

  @Override
  public void close() {
    broker.close();
  }

  private record Traced(BrokerSession behind, Trace trace) implements BrokerSession {

    @Override
    public SessionId session() {
      return behind.session();
    }

    @Override
    public void listen(Listener listener) {
      behind.listen(
          new Listener() {
            @Override
            public void delivered(Delivery delivery) {
              trace.moment(WHO, "copy arrives: " + delivery.id().value());
              listener.delivered(delivery);
            }

            @Override
            public void lost(String why) {
              trace.moment(WHO, "lost: " + session().value());
              listener.lost(why);
            }

            @Override
            public void heldBack(boolean isHeldBack) {
              listener.heldBack(isHeldBack);
            }
          });
    }

    @Override
    public void receive(int count) {
      behind.receive(count);
    }

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      return trace.until(
          WHO, "settle: " + delivery.id().value(), () -> behind.settle(delivery, settlement));
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      return trace.until(WHO, "search: " + session().value(), () -> behind.search(search));
    }

    @Override
    public void letGo(Delivery found) {
      behind.letGo(found);
    }

    @Override
    public CompletionStage<Void> close() {
      return trace.until(WHO, "give back: session " + session().value(), () -> behind.close());
    }
  }
}
