package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.Position;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A message whose handler calls break the connection to the broker, each time. */
class LostLinksTest {

  private static final Duration BOUND = Duration.ofMinutes(3);
  private static final int MOST = 2;

  /** Two losses say nothing, and each one after them counts. */
  private static final int CALLS = 2 + MOST;

  private final LocalStack stack = LocalStack.builder().start();
  private final List<Long> calls = Collections.synchronizedList(new ArrayList<>());

  LostLinksTest() throws Exception {}

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  void itIsDeadLetteredWhenTheThirdAndTheNextLossInARowHaveUsedItsAttemptsUp() throws Exception {
    try (TestRegion east =
        new TestRegion(stack, "east", this::handle, (who, fact) -> {}, options())) {
      Sent.send(stack.connectionString("east"), Sent.messages("lossy", 2, "east"));

      await().atMost(BOUND).until(() -> calls.contains(2L));
      assertThat(east.receiver().status().load().handlerCalls()).isGreaterThan(CALLS);
      await().atMost(BOUND).until(() -> stack.region("east").counts().get(0).deadLettered() == 1);
    }
    assertThat(calls.stream().filter(seq -> seq == 1)).hasSizeGreaterThanOrEqualTo(CALLS);
  }

  private CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    long seq = invocation.position().map(Position::seq).orElse(0L);
    calls.add(seq);
    if (seq == 2) {
      return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
    }
    var unused = CompletableFuture.runAsync(() -> stack.region("east").faults().closeConnections());
    return new CompletableFuture<>();
  }

  private static ReceiverOptions options() {
    ReceiverOptions quick = TestRegion.options(FlowSettings.Commit.EACH);
    FlowSettings.Attempts attempts = quick.flow().attempts();
    return new ReceiverOptions(
        quick
            .flow()
            .withAttempts(
                new FlowSettings.Attempts(
                    MOST,
                    attempts.backoff(),
                    attempts.handlerTimeout(),
                    FlowSettings.OnPoison.DEAD_LETTER,
                    InDoubt.RERUN,
                    Duration.ZERO)),
        quick.lease(),
        quick.limits(),
        quick.shutdownGrace());
  }
}
