package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.Position;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A handler that takes fifteen minutes where links idle out after ten, played in seconds. The
 * renewal of the session's lock counts as use of its link.
 */
@Execution(ExecutionMode.CONCURRENT)
class LongHandlerTest {

  private static final Duration BOUND = Duration.ofMinutes(3);
  private static final int MOST = 2;

  private final List<Long> begun = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> ended = Collections.synchronizedList(new ArrayList<>());
  private volatile Duration length = Duration.ZERO;

  @Test
  void itEndsWellOnceWhereTheLocksRenewalKeepsTheLink() throws Exception {
    Duration idle = Duration.ofSeconds(8);
    length = idle.multipliedBy(3).dividedBy(2);

    try (LocalStack stack = stack(idle, Duration.ofSeconds(5));
        TestRegion east =
            new TestRegion(stack, "east", this::handle, (who, fact) -> {}, options())) {
      Sent.send(stack.connectionString("east"), Sent.messages("long", 2, "east"));

      await().atMost(BOUND).until(() -> stack.region("east").counts().get(0).unsettled() == 0);
      assertThat(east.receiver().status().load().handlerCalls()).isEqualTo(2);
    }

    assertThat(ended).containsExactly(1L, 2L);
    assertThat(begun).isEqualTo(ended);
  }

  @Test
  void itIsCountedWhereTheLinkIdlesOutUnderEachOfItsCalls() throws Exception {
    // Enough for a claim and a call on a busy machine, and less than until the lock's first
    // renewal.
    Duration idle = Duration.ofMillis(1_500);
    length = idle.multipliedBy(2);

    try (LocalStack stack = stack(idle, Duration.ofMinutes(1));
        TestRegion east =
            new TestRegion(
                stack, "east", this::handle, (who, fact) -> {}, options(), withoutRenewals())) {
      Sent.send(stack.connectionString("east"), Sent.messages("long", 2, "east"));

      await().atMost(BOUND).until(() -> stack.region("east").counts().get(0).deadLettered() == 1);
      await().atMost(BOUND).until(() -> begun.contains(2L));
      assertThat(east.receiver().status().load().handlerCalls()).isGreaterThan(MOST);
    }

    assertThat(begun.stream().filter(seq -> seq == 1)).hasSizeGreaterThan(MOST);
  }

  /** The second message of the session takes no time. */
  private CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    long seq = invocation.position().map(Position::seq).orElse(0L);
    begun.add(seq);
    long millis = seq == 1 ? length.toMillis() : 0;
    return CompletableFuture.supplyAsync(
        () -> {
          ended.add(seq);
          return new HandlerOutcome.Completed();
        },
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
  }

  /** Else the renewal of a lock that came late would keep the link. */
  private static ServiceBusSettings.Limits withoutRenewals() {
    ServiceBusSettings.Limits usual = ServiceBusSettings.Limits.ofDefaults();
    return new ServiceBusSettings.Limits(
        usual.tryTimeout(),
        usual.brokerWait(),
        usual.accepts(),
        usual.sessionsPerConnection(),
        BOUND,
        usual.longestRenewal());
  }

  private static LocalStack stack(Duration idle, Duration lock) {
    return LocalStack.builder()
        .queues(QueueSettings.sessionQueue("orders").withLockDuration(lock))
        .connectionLimits(ConnectionLimits.defaults().withLinkIdle(idle))
        .start();
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
                    BOUND,
                    FlowSettings.OnPoison.DEAD_LETTER,
                    InDoubt.RERUN,
                    Duration.ZERO)),
        quick.lease(),
        quick.limits(),
        quick.shutdownGrace());
  }
}
