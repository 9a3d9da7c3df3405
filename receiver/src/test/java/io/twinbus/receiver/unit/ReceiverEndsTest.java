package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverPlatform;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.worker.SessionWorker;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How a receiver and its incarnations end whose workers are dead or deaf, in ticked time. */
class ReceiverEndsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** A worker that was told to stop has so long: its handler's grace, and 10 s. */
  private static final Duration TO_STOP =
      ReceiverOptions.ofDefaults().flow().pace().handlerGrace().plusSeconds(10);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final MemoryBroker broker = new MemoryBroker();
  private final MemoryLedger ledger = new MemoryLedger();
  private final List<Call> calls = new ArrayList<>();
  private int instances;

  /** Workers throw with whatever comes next. */
  private boolean areDying;

  /** Workers do nothing of what they are told. */
  private boolean areDeaf;

  /** They have been told that the lease is lost. */
  private boolean areTold;

  @Test
  void aDrainWaitsUntilTheClaimOfADeadWorkerIsReleased() {
    Receiver receiver = start();
    broker.send("a", 1);
    timer.pass(SECOND.multipliedBy(2));
    assertThat(calls).hasSize(1);
    areDying = true;

    CompletionStage<Void> drained = receiver.drain();
    timer.pass(SECOND);

    assertThat(broker.open()).as("its session is closed").isZero();
    assertThat(calls.get(0).isGivenUp).isTrue();
    assertThat(drained.toCompletableFuture()).as("its call may take effect yet").isNotDone();
    calls.get(0).complete(new HandlerOutcome.Completed());
    timer.pass(SECOND);
    assertThat(drained).isCompleted();
    assertThat(ledger.record("a").orElseThrow().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(timer.isShutdown()).isTrue();
  }

  @Test
  void workersThatDoNotStopWhenTheLeaseIsLostAreGivenUpAndOnlyThenItGoesOn() {
    Receiver receiver = start();
    broker.send("a", 1);
    timer.pass(SECOND.multipliedBy(2));
    InstanceId first = receiver.status().instance();
    areDeaf = true;
    ledger.loseLeases();

    for (int n = 0; n < 600 && !areTold; n++) {
      timer.pass(Duration.ofMillis(100));
    }
    assertThat(areTold).as("that the lease is lost").isTrue();
    timer.pass(TO_STOP.minus(SECOND));
    assertThat(receiver.status().instance()).isEqualTo(first);
    assertThat(broker.open()).isEqualTo(1);
    timer.pass(SECOND.multipliedBy(2));

    assertThat(receiver.status().instance()).isNotEqualTo(first);
    assertThat(broker.open()).isZero();
  }

  /** Others would take it for an instance that lives. */
  @Test
  void anIncarnationThatHasLostItsLeaseTellsNothingOfItselfAnyMore() {
    Receiver receiver = start();
    timer.pass(SECOND.multipliedBy(2));
    ledger.loseLeases();
    timer.pass(Duration.ofMinutes(1));
    assertThat(receiver.status().instance()).isNotEqualTo(new InstanceId("i1"));
    ledger.keepLeases();
    InstanceVitals last = ledger.latestVitals().get(0);

    timer.pass(Duration.ofMinutes(1));

    assertThat(ledger.latestVitals()).hasSizeGreaterThan(1);
    assertThat(ledger.latestVitals().get(0)).isEqualTo(last);
  }

  @Test
  void aReceiverThatIsDrainingWhenItsLeaseIsLostDoesNotGoOn() {
    Receiver receiver = start();
    broker.send("a", 1);
    timer.pass(SECOND.multipliedBy(2));
    areDeaf = true;

    var unused = receiver.drain();
    ledger.loseLeases();
    timer.pass(Duration.ofMinutes(1));

    assertThat(instances).isEqualTo(1);
    assertThat(broker.open()).as("the session is given up in the end").isZero();
  }

  /** Whoever has waited for the drain is interrupted by somebody who wants its thread to end. */
  @Test
  void aCloseThatIsInterruptedStopsAtOnceAndLeavesItsThreadInterrupted() {
    Receiver receiver = start();
    broker.send("a", 1);
    timer.pass(SECOND.multipliedBy(2));

    Thread.currentThread().interrupt();
    receiver.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(timer.isShutdown()).isTrue();
  }

  private Receiver start() {
    return Receiver.start(
        new Receiver.Parts(
            new Receiver.Parts.Place(ReceiverDriver.EAST, ReceiverDriver.QUEUE),
            broker,
            new Receiver.Parts.Records(ledger, new MemoryMessages()),
            ledger.instances(),
            (message, invocation) -> {
              Call call = new Call();
              calls.add(call);
              return call;
            }),
        ReceiverOptions.ofDefaults(),
        (who, fact) -> {},
        new ReceiverPlatform(
            new ReceiverPlatform.Threads(timer, timer, timer),
            timer,
            new Random(1),
            () -> new InstanceId("i" + ++instances),
            (who, flow, context, at) ->
                new Willing(SessionCore.of(new SessionWorker(who, flow, context, at)))));
  }

  /** A call that hears of its cancellation, and returns when the test says so. */
  private static final class Call extends CompletableFuture<HandlerOutcome> {

    private boolean isGivenUp;

    @Override
    public boolean cancel(boolean mayInterrupt) {
      isGivenUp = true;
      return false;
    }
  }

  /** The product's worker, until the test has it die or be deaf. */
  private final class Willing implements SessionCore {

    private final SessionCore worker;

    Willing(SessionCore worker) {
      this.worker = worker;
    }

    @Override
    public List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
      areTold |= events.contains(new WorkerEvent.LeaseLost());
      if (areDying) {
        throw new IllegalStateException("a defect");
      }
      return areDeaf ? List.of() : worker.on(events, now);
    }

    @Override
    public boolean isAtWork() {
      return worker.isAtWork();
    }

    @Override
    public boolean isLeaving() {
      return worker.isLeaving();
    }

    @Override
    public int inHand() {
      return worker.inHand();
    }

    @Override
    public Optional<Instant> oldest() {
      return worker.oldest();
    }

    @Override
    public SessionWorker.Remains remains() {
      return worker.remains();
    }
  }
}
