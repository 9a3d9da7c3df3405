package io.twinbus.receiver.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthResult;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.bytes.CopyBudget;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.runtime.ReceiverStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class ReceiverHealthTest {

  private static final SessionHandler ANY =
      (message, invocation) -> CompletableFuture.completedFuture(new HandlerOutcome.Completed());

  private final Monitor monitor = new Monitor();
  private Optional<Directive.Pause> pause = Optional.empty();

  @Test
  void aBeanWhoseCallsHangInEachOfItsPlacesIsRestarted() {
    int places = HandlerChoice.places(new BlockingHandler(ANY, Runnable::run));

    overdue(places, places - 1);
    assertThat(liveness().getStatus()).isEqualTo(HealthStatus.UP);
    overdue(places, places);

    assertThat(liveness().getStatus()).isEqualTo(HealthStatus.DOWN);
    assertThat(reason(liveness())).startsWith("32 handler calls have not returned");
  }

  @Test
  void aQueueWhoseCallsHangIsNoReasonToRestartWhileAnotherWorks() {
    Monitor.QueueView hanging = new Monitor.QueueView("orders", 32, () -> status(32));
    Monitor.QueueView working = new Monitor.QueueView("payments", 32, () -> status(0));

    show(List.of(hanging, working));
    assertThat(liveness().getStatus()).isEqualTo(HealthStatus.UP);
    show(List.of(hanging, hanging));

    assertThat(liveness().getStatus()).isEqualTo(HealthStatus.DOWN);
  }

  @Test
  void callsThatHoldNoThreadAreNoReasonToRestart() {
    overdue(HandlerChoice.places(ANY), 1_000);

    assertThat(liveness().getStatus()).isEqualTo(HealthStatus.UP);
  }

  @Test
  void workersThatDoNotTurnAreAReasonToRestart() {
    show(HandlerChoice.places(ANY), 0, Optional.of("the workers have not turned for 30 s"));

    assertThat(liveness().getStatus()).isEqualTo(HealthStatus.DOWN);
    assertThat(reason(liveness())).isEqualTo("the workers have not turned for 30 s");
  }

  @Test
  void beforeItHasStartedItIsAliveAndNotReady() {
    assertThat(liveness().getStatus()).isEqualTo(HealthStatus.UP);
    HealthResult lease = Mono.from(new ReceiverHealth().lease(monitor).getResult()).block();
    assertThat(lease.getStatus()).isEqualTo(HealthStatus.DOWN);
    assertThat(reason(lease)).isEqualTo("the receiver is starting");
  }

  @Test
  void aHandlerThatIsAwayMakesItDegradedWithTheReasonAndNotUnready() {
    show(away("The endpoint answered 500"), HandlerChoice.places(ANY), 0, Optional.empty());

    HealthResult handler = Mono.from(new ReceiverHealth().handler(monitor).getResult()).block();
    HealthResult lease = Mono.from(new ReceiverHealth().lease(monitor).getResult()).block();

    assertThat(handler.getStatus().getName()).isEqualTo("DEGRADED");
    assertThat(handler.getStatus().getOperational()).contains(true);
    assertThat(reason(handler)).isEqualTo("the handler is away: The endpoint answered 500");
    assertThat(lease.getStatus()).isEqualTo(HealthStatus.UP);
  }

  @Test
  void aPausedReceiverSaysWhoPausedItWhenAndWhyAndStaysReady() {
    pause =
        Optional.of(
            new Directive.Pause(
                Directive.Scope.ALL,
                "ann",
                "change 12",
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(60)));
    show(HandlerChoice.places(ANY), 0, Optional.empty());

    HealthResult work = Mono.from(new ReceiverHealth().work(monitor).getResult()).block();

    assertThat(work.getStatus().getName()).isEqualTo("PAUSED");
    assertThat(work.getStatus().getOperational()).contains(true);
    assertThat(reason(work))
        .isEqualTo(
            "all receivers paused by ann since 1970-01-01T00:00:00Z until 1970-01-01T00:01:00Z:"
                + " change 12");
  }

  @Test
  void aReceiverThatIsNotPausedIsUp() {
    show(HandlerChoice.places(ANY), 0, Optional.empty());

    HealthResult work = Mono.from(new ReceiverHealth().work(monitor).getResult()).block();

    assertThat(work.getStatus()).isEqualTo(HealthStatus.UP);
  }

  private static HandlerReport away(String reason) {
    return new HandlerReport(HandlerReport.State.AWAY, new MonotonicTime(0), reason, 0);
  }

  private HealthResult liveness() {
    return Mono.from(new ReceiverHealth().workers(monitor).getResult()).block();
  }

  private static String reason(HealthResult result) {
    return String.valueOf(((Map<?, ?>) result.getDetails()).get("reason"));
  }

  private void overdue(int places, int overdue) {
    show(places, overdue, Optional.empty());
  }

  private void show(int places, int overdue, Optional<String> stall) {
    show(
        new HandlerReport(HandlerReport.State.UP, new MonotonicTime(0), "", 0),
        places,
        overdue,
        stall);
  }

  private void show(HandlerReport handler, int places, int overdue, Optional<String> stall) {
    ReceiverStatus status = status(handler, overdue, stall);
    show(List.of(new Monitor.QueueView("orders", places, () -> status)));
  }

  private void show(List<Monitor.QueueView> queues) {
    monitor.show(
        new Monitor.View(
            "east",
            queues,
            queues.get(0).status(),
            new FactCounts(),
            () -> new OperationCounts(0, 0, 0, 0, 0, 0, 0)));
  }

  private ReceiverStatus status(int overdue) {
    return status(
        new HandlerReport(HandlerReport.State.UP, new MonotonicTime(0), "", 0),
        overdue,
        Optional.empty());
  }

  private ReceiverStatus status(HandlerReport handler, int overdue, Optional<String> stall) {
    return new ReceiverStatus(
        new InstanceId("0123456789abcdef01234567"),
        Duration.ofSeconds(8),
        new ReceiverStatus.Load(0, 0, 0, Optional.empty(), 0, 0, overdue, overdue, overdue),
        new ReceiverStatus.Turnover(0, 0),
        handler,
        pause,
        new CopyBudget.Held(0, 1),
        new ReceiverStatus.LedgerLoad(1_024, 0, Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        stall);
  }
}
