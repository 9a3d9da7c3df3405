package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.local.faults.Chance;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A connection's first question, which has the SDK authorize its management node, goes wrong: the
 * SDK keeps the node all the same. What comes later is answered again without a restart.
 */
@Execution(ExecutionMode.CONCURRENT)
class FirstQuestionsTest {

  /** The accept's link is attached once until the question has been asked; no lock is renewed. */
  @AutoClose
  private final BrokerOfEast east =
      new BrokerOfEast(
          new ServiceBusSettings.Limits(
              BrokerOfEast.TRY,
              BrokerOfEast.TRY.plusSeconds(1),
              1,
              10,
              BrokerOfEast.BOUND,
              BrokerOfEast.BOUND));

  /** Longer than a try, and shorter than the SDK's own bounds. */
  @Test
  void itsAnswerIsLate() throws Exception {
    CompletionStage<AcceptOutcome> accept = waitingAccept();
    east.endpoint.latency(BrokerOfEast.TRY.dividedBy(2).plusMillis(100));

    assertThat(why(accept)).contains("no answer within 2000 ms");
    east.endpoint.latency(Duration.ZERO);

    await()
        .atMost(BrokerOfEast.BOUND)
        .until(east::acceptNext, AcceptOutcome.None.class::isInstance);
    assertThat(east.broker.rebuilt()).isZero();
    servesSessions();
  }

  @Test
  void itsTokenIsRefused() throws Exception {
    isAnsweredAfter(Effect.fail(FaultCondition.SERVER_BUSY));
  }

  @Test
  @Tag("long")
  void itsTokenIsNeverAnswered() throws Exception {
    isAnsweredAfter(Effect.of(Effect.Kind.HANG));
  }

  private void isAnsweredAfter(Effect effect) throws Exception {
    CompletionStage<AcceptOutcome> accept = waitingAccept();
    east.endpoint.faults().inject(Fault.before(Operation.AUTHORIZE, effect));
    assertThat(why(accept)).isNotEmpty();

    await()
        .atMost(BrokerOfEast.BOUND)
        .until(east::acceptNext, AcceptOutcome.None.class::isInstance);
    assertThat(east.broker.rebuilt()).as("connections made anew").isEqualTo(1);
    servesSessions();
  }

  /**
   * One whose link is authorized, on a connection that has been used, so that it does not take
   * long: the next token is the management node's.
   */
  private CompletionStage<AcceptOutcome> waitingAccept() throws Exception {
    east.send(Sent.messages("first", 1, "east"));
    BrokerSession first = east.accepted();
    Listening heard = Listening.to(first);
    first.receive(1);
    await().atMost(BrokerOfEast.BOUND).until(() -> !heard.delivered.isEmpty());
    ended(first.settle(heard.delivered.get(0), new Settlement.Complete()));
    ended(first.close());
    int tokens =
        east.endpoint
            .faults()
            .inject(
                Fault.before(Operation.AUTHORIZE, Effect.of(Effect.Kind.DROP))
                    .with(new Chance(Chance.UNLIMITED, Double.MIN_VALUE)));
    CompletionStage<AcceptOutcome> accept = east.broker.acceptNext();
    await()
        .atMost(BrokerOfEast.BOUND)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> east.endpoint.faults().all().get(tokens - 1).offered() > 0);
    return accept;
  }

  private void servesSessions() {
    east.send(Sent.messages("later", 1, "east"));
    await()
        .atMost(BrokerOfEast.BOUND)
        .until(east::acceptNext, AcceptOutcome.Accepted.class::isInstance);
  }

  private static String why(CompletionStage<AcceptOutcome> accept) throws Exception {
    AcceptOutcome outcome = ended(accept);
    return outcome instanceof AcceptOutcome.Unavailable none ? none.why() : "";
  }

  private static <T> T ended(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
