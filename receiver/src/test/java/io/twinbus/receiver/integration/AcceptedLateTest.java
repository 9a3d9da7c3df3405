package io.twinbus.receiver.integration;

import static org.awaitility.Awaitility.await;

import io.twinbus.receiver.broker.AcceptOutcome;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Sessions that the region grants when the one who asked for them has stopped to wait. */
@Execution(ExecutionMode.CONCURRENT)
class AcceptedLateTest {

  @AutoClose private final BrokerOfEast east = new BrokerOfEast();

  @Test
  void aSessionGrantedLateIsNotLost() throws Exception {
    await()
        .atMost(BrokerOfEast.BOUND)
        .until(east::acceptNext, AcceptOutcome.None.class::isInstance);

    // An attach takes longer than the SDK's own slack.
    east.endpoint.latency(Duration.ofMillis(700));
    east.send(Sent.messages("a", 1, "east"));

    await()
        .atMost(BrokerOfEast.BOUND)
        .until(() -> east.acceptNext() instanceof AcceptOutcome.Accepted);
  }

  @Test
  void aSessionThatNobodyWaitsForIsGivenBack() throws Exception {
    await()
        .atMost(BrokerOfEast.BOUND)
        .until(east::acceptNext, AcceptOutcome.None.class::isInstance);

    east.send(Sent.messages("a", 1, "east"));

    await().atMost(BrokerOfEast.BOUND).until(() -> east.counts().lockedSessions() == 1);
    await().atMost(BrokerOfEast.BOUND).until(() -> east.counts().lockedSessions() == 0);
  }
}
