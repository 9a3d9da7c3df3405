package io.twinbus.simulation;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The way of one process to its region's simulated broker, behind the port. Not thread-safe. */
final class BrokerWay implements Broker {

  private final SimulatedBroker broker;
  private final LinkHolder holder;
  private final Map<SessionId, SimulatedSession> latest = new HashMap<>();
  private boolean closed;

  BrokerWay(SimulatedBroker broker, LinkHolder holder) {
    this.broker = broker;
    this.holder = holder;
  }

  /** The sessions that were accepted and not closed. */
  List<SimulatedSession> open() {
    latest.values().removeIf(SimulatedSession::isClosed);
    return new ArrayList<>(latest.values());
  }

  /** The session of that name that was accepted last. */
  SimulatedSession latest(SessionId session) {
    return Objects.requireNonNull(latest.get(session));
  }

  @Override
  public CompletionStage<AcceptOutcome> acceptNext() {
    CompletableFuture<AcceptOutcome> answer = new CompletableFuture<>();
    if (closed) {
      answer.complete(new AcceptOutcome.Unavailable("the broker is closed"));
      return answer;
    }
    broker.accept(
        holder,
        link -> {
          if (link != null) {
            SimulatedSession session = new SimulatedSession(link);
            latest.put(session.session(), session);
            answer.complete(new AcceptOutcome.Accepted(session));
          } else if (broker.isDown()) {
            answer.complete(new AcceptOutcome.Unavailable("the region is out"));
          } else {
            answer.complete(new AcceptOutcome.None());
          }
        });
    return answer;
  }

  @Override
  public void close() {
    closed = true;
    open().forEach(SimulatedSession::close);
  }
}
