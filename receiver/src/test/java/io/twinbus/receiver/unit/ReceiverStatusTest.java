package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.runtime.Receiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a receiver says of itself. */
class ReceiverStatusTest {

  @AutoClose private final ReceiverDriver driver = new ReceiverDriver();
  private final MemoryBroker broker = driver.broker;
  private final MemoryLedger ledger = driver.ledger;
  private final List<String> handled = driver.handled;
  private final List<CompletableFuture<HandlerOutcome>> pending = driver.pending;

  @Test
  void aReceiverSaysHowItStands() {
    broker.send("a", 1);
    ledger.put(blocked("held"));
    broker.send("held", 1);

    Receiver receiver = driver.start(driver::wait);
    await().until(() -> pending.size() == 1);
    await().until(() -> receiver.status().load().blocked() == 1);

    assertThat(receiver.status().load().parked()).isEqualTo(1);
    assertThat(receiver.status().load().handlersRunning()).isEqualTo(1);
    assertThat(receiver.status().load().handlersOverdue()).isZero();
    assertThat(receiver.status().load().oldest()).isPresent();
    assertThat(receiver.status().stall()).isEmpty();
  }

  @Test
  void aCallThatDoesNotReturnAfterItsDeadlineIsOverdue() {
    broker.send("a", 1);
    Receiver receiver = driver.start(this::waitWhateverHappens);
    await().until(() -> pending.size() == 1);

    driver.putClockAhead(Duration.ofMinutes(2));

    await().until(() -> receiver.status().load().handlersOverdue() == 1);
    pending.get(0).complete(new HandlerOutcome.Completed());
    await().until(() -> receiver.status().load().handlersOverdue() == 0);
  }

  @Test
  void handlersThatHoldTheWorkersThreadsAreAStall() {
    CountDownLatch gate = new CountDownLatch(1);
    for (int n = 0; n < ReceiverDriver.MOST_SESSIONS; n++) {
      broker.send("s" + n, 1);
    }
    Receiver receiver =
        driver.start(
            (message, invocation) -> {
              handled.add(message.id().value());
              awaitOpen(gate);
              return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
            });
    await().until(() -> handled.size() == ReceiverDriver.MOST_SESSIONS);

    driver.putClockAhead(Duration.ofSeconds(30));

    await().during(Duration.ofMillis(1_500)).until(() -> receiver.status().stall().isPresent());
    gate.countDown();
    await().until(() -> receiver.status().stall().isEmpty());
  }

  private CompletableFuture<HandlerOutcome> waitWhateverHappens(
      Message message, Invocation invocation) {
    CompletableFuture<HandlerOutcome> call =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
          }
        };
    pending.add(call);
    return call;
  }

  private static void awaitOpen(CountDownLatch gate) {
    try {
      assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static SessionRecord blocked(String session) {
    Block block = new Block("for a test", null, "operator", Instant.EPOCH);
    return SessionRecord.first(
        new SessionId(session),
        new Custody(SessionStatus.BLOCKED, null, 7, block),
        WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }
}
