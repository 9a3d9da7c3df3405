package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.ticked.TickedTimer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shell around a worker that does what the test says: how both of them end. */
class SessionRunnerTest {

  private static final EntityKey QUEUE = EntityKey.ofQueue("orders");
  private static final ClaimId CLAIM = ScriptedWorker.CLAIM;
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Enough for all that is due, and for nothing that waits for a bound. */
  private static final Duration SOON = Duration.ofMillis(1);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final ClaimRegistry claims = new ClaimRegistry(new StartGate());
  private final HeldRecords records = new HeldRecords();
  private final LedgerCalls ledger =
      new LedgerCalls(
          QUEUE,
          records,
          unasked(),
          new Bounded(Duration.ofSeconds(1), new Deadlines(timer)),
          new LedgerAdmission(timer, timer));
  private final OrphanRelease orphans =
      new OrphanRelease(
          ledger,
          claims,
          new OrphanRelease.Setting(timer, timer, timer, new Random(1), GRACE, (who, fact) -> {}));
  private final List<Call> calls = new ArrayList<>();
  private final List<String> host = new ArrayList<>();

  /** How often the session had been closed when the host heard that it is given back. */
  private final List<Integer> closesBefore = new ArrayList<>();

  private final ScriptedWorker worker = new ScriptedWorker();
  private final ScriptedSession session = new ScriptedSession();
  private boolean answersAtOnce;
  private final SessionRunner runner =
      new SessionRunner(
          new WorkerIdentity(
              QUEUE, new SessionId("s"), new RegionName("east"), new InstanceId("i")),
          worker,
          session,
          new RunnerContext(
              ledger,
              new RecordPoller(records, ledger.bounded(), this::afterTheGathering),
              new HandlerInvoker((message, invocation) -> call(), timer),
              (who, fact) -> {},
              orphans,
              timer,
              timer,
              timer),
          new Host());

  static Stream<Throwable> defects() {
    return Stream.of(new IllegalStateException("a defect"), new StackOverflowError("a defect"));
  }

  @ParameterizedTest
  @MethodSource("defects")
  void whateverItsWorkerThrowsTheSessionIsClosedAndItsClaimReleasedAtOnce(Throwable defect) {
    start();

    worker.dies(runner, defect);
    timer.pass(SOON);

    assertThat(session.closes).isEqualTo(1);
    assertThat(host).hasSize(1);
    assertThat(claims.isServed(CLAIM)).as("no call is waited for").isFalse();
    assertThat(orphans.over()).isCompleted();
  }

  @Test
  void theCallsOfADeadWorkerAreCancelledAndItsClaimIsKeptUntilTheLastHasReturned() {
    start(worker.call(1), worker.call(2));

    worker.dies(runner, new IllegalStateException("a defect"));
    timer.pass(SOON);

    assertThat(calls).hasSize(2).allMatch(call -> call.isGivenUp);
    assertThat(claims.isServed(CLAIM)).as("both may still take effect").isTrue();
    calls.get(0).complete(new HandlerOutcome.Completed());
    timer.pass(SOON);
    assertThat(claims.isServed(CLAIM)).as("the other may still take effect").isTrue();
    calls.get(1).complete(new HandlerOutcome.Completed());
    timer.pass(SOON);
    assertThat(claims.isServed(CLAIM)).isFalse();
  }

  @Test
  void aCallThatReturnedBeforeItsWorkerDiedIsNotWaitedFor() {
    answersAtOnce = true;
    start(worker.call(1));
    answersAtOnce = false;
    worker.does(runner, worker.call(2));
    timer.pass(SOON);
    calls.get(1).complete(new HandlerOutcome.Completed());
    timer.pass(SOON);

    worker.dies(runner, new IllegalStateException("a defect"));
    timer.pass(SOON);

    assertThat(claims.isServed(CLAIM)).isFalse();
  }

  /** The drain of the instance waits for releases once no session is left. */
  @Test
  void theReleaseOfItsClaimHasBegunWhenADeadWorkersEndIsTold() {
    start(worker.call(1));

    worker.dies(runner, new IllegalStateException("a defect"));
    timer.pass(SOON);

    assertThat(host).containsExactly("ended while claims are released");
  }

  /** What never began is not held against its message; what began is, whatever failed after it. */
  @Test
  void aCallThatBeganCountsThoughItsWorkerDiedOfWhatFollowedIt() {
    start();
    Position position = new Position(new StreamId("of-s"), 1, 0);
    worker.called = position;
    records.hold(CLAIM);

    worker.does(runner, worker.call(1), new WorkerEffect.Receive(1));
    session.isBroken = true;
    timer.pass(SOON);
    calls.get(0).complete(new HandlerOutcome.Completed());
    timer.pass(SOON);

    assertThat(records.written)
        .singleElement()
        .satisfies(
            record -> assertThat(record.progress().failures(position.stream(), 1)).isEqualTo(1));
  }

  @Test
  void aWorkerThatIsGivenUpEndsLikeADeadOneAndHearsNothingAnyMore() {
    start(worker.call(1));
    int heard = worker.heard.size();

    runner.abandon("it did not stop in time");
    timer.pass(SOON);
    calls.get(0).complete(new HandlerOutcome.Completed());
    runner.post(new WorkerEvent.Drain());
    timer.pass(SOON);

    assertThat(worker.heard).hasSize(heard);
    assertThat(session.closes).isEqualTo(1);
    assertThat(claims.isServed(CLAIM)).isFalse();
  }

  @Test
  void aWorkerThatStopsLeavesNoTimerAndHoldsNothingWhileItsSessionIsBeingClosed() {
    worker.inHand = 3;
    start(
        new WorkerEffect.WakeAt(timer.now().monotonic().plus(GRACE)),
        new WorkerEffect.Report(new WorkerFact.Parked(WorkerFact.Parked.Reason.GAP, "a gap")));
    assertThat(runner.inHand()).isEqualTo(3);
    assertThat(runner.oldest()).isEqualTo(Instant.EPOCH);
    assertThat(runner.isParked()).isTrue();
    assertThat(timer.waiting()).isEqualTo(1);
    session.isSlow = true;

    worker.does(runner, new WorkerEffect.Stop("drained"));
    timer.pass(SOON);

    assertThat(host).as("it has its place yet").isEmpty();
    assertThat(runner.inHand()).isZero();
    assertThat(runner.oldest()).isNull();
    assertThat(runner.isParked()).isFalse();
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void aSessionWhoseCloseFailsHasEndedLikeAnyOther() {
    start();
    session.isSlow = true;

    worker.does(runner, new WorkerEffect.Stop("drained"));
    timer.pass(SOON);
    session.closed.completeExceptionally(new IllegalStateException("the link is gone"));

    assertThat(host).containsExactly("ended");
  }

  /** The session's next runner may begin before the broker has answered the close. */
  @Test
  void thatItsSessionIsGivenBackIsToldOnceAndBeforeItIs() {
    start();
    session.isSlow = true;

    worker.does(runner, new WorkerEffect.Stop("drained"));
    timer.pass(SOON);
    runner.abandon("it did not stop in time");
    timer.pass(SOON);

    assertThat(closesBefore).containsExactly(0);
    assertThat(session.closes).isEqualTo(1);
  }

  /** Else it would wait for the end of the settlement for ever, and never let the session go. */
  @Test
  void aSettlementThatFailsHasEndedForItsWorkerToo() {
    start(new WorkerEffect.Settle(worker.copy(7), new Settlement.Complete()));

    session.settled.completeExceptionally(new IllegalStateException("the lock is gone"));
    timer.pass(SOON);

    assertThat(worker.heard).contains(new WorkerEvent.Settled(7));
  }

  @Test
  void thatItLeavesIsToldOnce() {
    start();
    worker.isLeaving = true;

    for (int n = 0; n < 3; n++) {
      runner.post(new WorkerEvent.Tick());
      timer.pass(SOON);
    }

    assertThat(host).containsExactly("leaving");
  }

  /** The second one would cancel its call. */
  @Test
  void howeverOftenItIsSentAwayItsWorkerHearsOfItOnce() {
    start();

    runner.sendAway();
    runner.sendAway();
    timer.pass(SOON);

    assertThat(worker.heard).filteredOn(WorkerEvent.Drain.class::isInstance).hasSize(1);
  }

  @Test
  void aSearchCountsAsGoingOnForTwoSecondsAfterItsLatestLook() {
    start();
    assertThat(isSearching()).isFalse();

    worker.does(runner, new WorkerEffect.SearchSession(new Search(new StreamId("of-s"), 0, 2, 0)));
    timer.pass(Duration.ofMillis(1_999));

    assertThat(isSearching()).isTrue();
    timer.pass(SOON);
    assertThat(isSearching()).isFalse();
  }

  /** A look is answered with what was seen before where nothing has changed; a write changes it. */
  @Test
  void aParkedWorkerThatHasWrittenReadsItsRecordAndDoesNotLookForAChange() {
    start(
        new WorkerEffect.Report(new WorkerFact.Parked(WorkerFact.Parked.Reason.GAP, "a gap")),
        new WorkerEffect.ReadRecord());
    timer.pass(SOON);
    int first = records.reads;
    worker.does(runner, new WorkerEffect.ReadRecord());
    timer.pass(SOON);
    assertThat(records.reads).as("it waits for other looks").isEqualTo(first);
    timer.pass(RecordPoller.GATHER);
    assertThat(records.reads).isEqualTo(first + 1);

    runner.post(new WorkerEvent.WriteAnswered(new WriteOutcome.Written(new Version("2"))));
    timer.pass(SOON);
    worker.does(runner, new WorkerEffect.ReadRecord());
    timer.pass(SOON);

    assertThat(records.reads).isEqualTo(first + 2);
    assertThat(worker.heard).contains(new WorkerEvent.RecordRead(new ReadOutcome.Absent<>()));
  }

  @Test
  void aWorkerThatWasFencedKeepsNoClaimIdle() {
    worker.inHand = 1;
    start(new WorkerEffect.Report(new WorkerFact.Claimed(ClaimDecision.Kind.FREE, 1)));
    worker.inHand = 0;
    runner.post(new WorkerEvent.Tick());
    timer.pass(SOON);
    assertThat(runner.keepsIdleSince(timer.now().monotonic())).isTrue();

    worker.does(runner, new WorkerEffect.Report(new WorkerFact.Fenced("taken over")));
    timer.pass(SOON);

    assertThat(runner.keepsIdleSince(timer.now().monotonic())).isFalse();
  }

  @Test
  void aSessionWithNewWorkIsNotIdleAnyMoreAndOneThatIsParkedAgainHasBeenSinceTheFirstTime() {
    worker.inHand = 1;
    WorkerEffect parked =
        new WorkerEffect.Report(new WorkerFact.Parked(WorkerFact.Parked.Reason.GAP, "a gap"));
    start(parked);
    MonotonicTime first = runner.parkedSince();
    worker.inHand = 0;
    worker.does(runner, parked);
    timer.pass(GRACE);
    assertThat(runner.isIdleSince(timer.now().monotonic())).isTrue();

    worker.inHand = 1;
    worker.does(runner, parked);
    timer.pass(GRACE);

    assertThat(runner.isIdleSince(timer.now().monotonic())).isFalse();
    assertThat(runner.parkedSince()).isEqualTo(first);
  }

  private void start(WorkerEffect... effects) {
    claims.serve(CLAIM);
    worker.next = List.of(effects);
    runner.start();
    timer.pass(SOON);
  }

  private boolean isSearching() {
    return runner.isSearching(timer.now().monotonic());
  }

  private void afterTheGathering(Runnable task) {
    var unused = timer.schedule(task, RecordPoller.GATHER.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Where sessions are claimed, no message record is asked for. */
  private static MessageStore unasked() {
    return (MessageStore)
        Proxy.newProxyInstance(
            MessageStore.class.getClassLoader(),
            new Class<?>[] {MessageStore.class},
            (proxy, method, arguments) -> {
              throw new AssertionError(method.getName() + " is not asked");
            });
  }

  private Call call() {
    Call call = new Call();
    calls.add(call);
    if (answersAtOnce) {
      call.complete(new HandlerOutcome.Completed());
    }
    return call;
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

  private final class Host implements SessionRunner.Host {

    @Override
    public void leaving(SessionRunner leaving) {
      host.add("leaving");
    }

    @Override
    public void givesBack(SessionRunner before) {
      closesBefore.add(session.closes);
    }

    @Override
    public void ended(SessionRunner ended) {
      host.add(orphans.over().isDone() ? "ended" : "ended while claims are released");
    }
  }
}
