package io.twinbus.testkit.broker.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/** What the suites for a broker have in common: their site, and how they wait. */
abstract class BrokerSuite {

  /** Longer than any bound that a broker states. */
  static final Duration PATIENCE = Duration.ofSeconds(40);

  /** The broker under test; another one, or an empty queue, for each test. */
  protected abstract BrokerSite site();

  static SessionId session(String label) {
    return new SessionId(label + "-" + UUID.randomUUID());
  }

  BrokerSite.Mishaps mishaps() {
    return site()
        .mishaps()
        .orElseGet(() -> Assumptions.abort("nothing can be done to this broker"));
  }

  BrokerSite.EntityMishaps entity() {
    return mishaps()
        .entity()
        .orElseGet(() -> Assumptions.abort("this broker has one entity, always open"));
  }

  void until(String what, BooleanSupplier condition) {
    assertThat(site().await(condition, PATIENCE)).as(what).isTrue();
  }

  <T> T await(CompletionStage<T> stage) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    until("the broker answers", future::isDone);
    return future.join();
  }

  /** Waits for a stage that must fail. */
  void awaitFailure(CompletionStage<?> stage) {
    CompletableFuture<?> future = stage.toCompletableFuture();
    until("the broker answers", future::isDone);
    assertThat(future).isCompletedExceptionally();
  }

  AcceptOutcome accept() {
    return await(site().broker().acceptNext());
  }

  /** Accepts a session that must be there, if need be after a few answers that there is none. */
  Holding hold() {
    for (int attempt = 0; attempt < 10; attempt++) {
      if (accept() instanceof AcceptOutcome.Accepted accepted) {
        return new Holding(accepted.session());
      }
    }
    throw new AssertionError("A session with messages that nobody holds is not accepted.");
  }

  /** Asks for copies until {@code count} of them are there. */
  void receive(Holding holding, int count) {
    int wanted = holding.delivered.size() + count;
    holding.session.receive(count);
    until(wanted + " copies arrive", () -> holding.delivered.size() >= wanted);
  }

  void complete(Holding holding, Delivery delivery) {
    var unused = await(holding.session.settle(delivery, new Settlement.Complete()));
  }

  void close(Holding holding) {
    var unused = await(holding.session.close());
  }
}
