package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.runtime.Receiver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The shells around the worker, with a broker and a ledger that can be made to fail. */
@Execution(ExecutionMode.CONCURRENT)
class ReceiverShellTest {

  /** On a slow and busy machine, too. */
  private static final Duration LONG = Duration.ofSeconds(90);

  @AutoClose private final ReceiverDriver driver = new ReceiverDriver();
  private final MemoryBroker broker = driver.broker;
  private final MemoryLedger ledger = driver.ledger;
  private final List<String> handled = driver.handled;
  private final List<CompletableFuture<HandlerOutcome>> pending = driver.pending;

  @Test
  void aWorkerThatDiesHasItsClaimReleasedAndItsSessionGoesOn() {
    broker.send("a", 1);
    broker.send("a", 2);
    broker.breakNextSettlement();

    driver.start(driver::complete);

    await().until(() -> broker.unsettled() == 0);
    assertThat(handled).containsExactly("a1", "a2");
    assertThat(broker.accepts()).isEqualTo(2);
    await().until(() -> driver.status("a") == SessionStatus.IDLE);
  }

  @Test
  void aSessionWhoseCloseThrowsGivesItsPlaceBack() {
    broker.breakNextClose();
    broker.send("a", 1);

    Receiver receiver = driver.start(driver::complete);

    await().until(() -> broker.unsettled() == 0 && receiver.status().load().sessions() == 0);
    assertThat(handled).containsExactly("a1");
  }

  @Test
  void aCallThatNeverBeganIsNotHeldAgainstItsMessage() {
    broker.send("a", 1);
    broker.send("a", 2);
    broker.breakNextSettlement();

    driver.start(
        (message, invocation) -> {
          handled.add(message.id() + " attempt " + invocation.attempt());
          return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
        });

    await().until(() -> broker.unsettled() == 0);
    assertThat(handled).containsExactly("a1 attempt 1", "a2 attempt 1");
  }

  @Test
  void aHandlerThatThrowsCountsAsAFailedAttempt() {
    broker.send("a", 1);

    driver.start(
        (message, invocation) -> {
          handled.add("attempt " + invocation.attempt());
          if (invocation.attempt() == 1) {
            throw new IllegalArgumentException("not yet");
          }
          return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
        });

    await().until(() -> broker.unsettled() == 0);
    assertThat(handled).containsExactly("attempt 1", "attempt 2");
  }

  @Test
  void aLostLeaseCancelsTheCallAndTheProcessGoesOnUnderANewName() {
    broker.send("a", 1);
    Receiver receiver = driver.start(driver::wait);
    await().until(() -> pending.size() == 1);
    InstanceId before = receiver.status().instance();

    ledger.loseLeases();

    await().until(() -> pending.get(0).isCancelled());
    await().until(() -> !receiver.status().instance().equals(before));
    ledger.keepLeases();
    await().until(() -> pending.size() == 2);
    pending.get(1).complete(new HandlerOutcome.Completed());
    await().until(() -> broker.unsettled() == 0);
  }

  @Test
  void aDrainWaitsForTheCallInHand() {
    broker.send("a", 1);
    Receiver receiver = driver.withGrace(LONG).start(driver::wait);
    await().until(() -> pending.size() == 1);

    CompletableFuture<Void> closed = CompletableFuture.runAsync(receiver::close);
    await().during(Duration.ofMillis(300)).until(() -> !closed.isDone());
    pending.get(0).complete(new HandlerOutcome.Completed());

    await().until(closed::isDone);
    assertThat(broker.unsettled()).isZero();
    assertThat(driver.status("a")).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void theLastOfManySettlementsLetsASessionGo() {
    broker.holdSettlements();
    for (int seq = 1; seq <= 3; seq++) {
      broker.send("a", seq);
    }
    driver.start(driver::complete);
    await().until(() -> broker.held() == 3 && driver.status("a") == SessionStatus.IDLE);

    broker.endSettlements();

    await().until(() -> broker.open() == 0);
    assertThat(handled).containsExactly("a1", "a2", "a3");
  }

  @Test
  void theFirstBeatOfAnInstanceSaysItsVersionAndSoDoesItsSuccessors() {
    Receiver receiver = driver.start(driver::complete);
    await().until(() -> ledger.firstVitals().size() == 1);
    InstanceId before = receiver.status().instance();

    ledger.loseLeases();
    await().until(() -> !receiver.status().instance().equals(before));
    ledger.keepLeases();

    await().until(() -> ledger.firstVitals().size() == 2);
    assertThat(ledger.firstVitals())
        .extracting(told -> told.stats().version())
        .doesNotContain(InstanceStats.UNKNOWN.version());
  }

  @Test
  void aDrainThatTakesTooLongCancelsTheCall() {
    broker.send("a", 1);
    Receiver receiver = driver.start(driver::wait);
    await().until(() -> pending.size() == 1);

    receiver.close();

    assertThat(pending.get(0)).isCancelled();
    assertThat(driver.status("a")).isEqualTo(SessionStatus.IDLE);
  }

  /** The places would be free again only after four times what this waits for. */
  @Test
  void sessionsWithNothingInHandGiveWayWhenAllPlacesAreTaken() {
    for (int n = 0; n < 5 * ReceiverDriver.MOST_SESSIONS; n++) {
      broker.send("s" + n, 1);
    }

    driver.withLinger(LONG.multipliedBy(4)).start(driver::complete);

    await().atMost(LONG).until(() -> broker.unsettled() == 0);
  }
}
