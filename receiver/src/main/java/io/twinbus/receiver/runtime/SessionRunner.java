package io.twinbus.receiver.runtime;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.rules.SessionRotation;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shell around one session worker: hands it what happens, and does what it wants done.
 *
 * <p>Events of a session are handled in their order on a shared executor, by one thread at a time.
 * When the worker or its shell throws, the worker is dead: its handler call is cancelled, its
 * broker session closed, and its claim left to {@link OrphanRelease}. Thread-safe.
 */
final class SessionRunner implements BrokerSession.Listener, SessionRotation.Waiting {

  private static final Logger LOG = LoggerFactory.getLogger(SessionRunner.class);

  /** A search goes on while the broker has been searched within this time. */
  private static final Duration SEARCHING = Duration.ofSeconds(2);

  private final WorkerIdentity who;
  private final SessionCore worker;
  private final BrokerSession session;
  private final RunnerContext ports;
  private final Host host;
  private final Mailbox<WorkerEvent> mailbox;
  private final Alarm alarm;
  private final Map<Long, Runnable> calls = new ConcurrentHashMap<>();
  private final SettledEvents settled = new SettledEvents(this::post);
  private final CompletableFuture<Void> callsReturned = new CompletableFuture<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile int inHand;
  private volatile @Nullable MonotonicTime idleAt;
  private volatile @Nullable MonotonicTime parkedAt;
  private volatile @Nullable Instant oldest;
  private volatile boolean blocked;
  private volatile boolean awaitsOwner;
  private volatile @Nullable MonotonicTime searchedAt;
  private final AtomicBoolean sentAway = new AtomicBoolean();
  private volatile boolean abandoned;
  private boolean isLeaving;

  /** Whether the session is claimed, as far as the worker has reported. */
  private volatile boolean holds;

  /** Whether the worker has asked for a call that has not begun. */
  private boolean callIsDue;

  /** What the last look found, unless the worker has written since. */
  private @Nullable ReadOutcome<SessionRecord> seen;

  /** Hears what becomes of a session; once of each. */
  interface Host {

    /** {@code runner} calls no handler any more: its place is as good as free. */
    void leaving(SessionRunner runner);

    /** The session of {@code runner} is about to be closed: then another runner may serve it. */
    void givesBack(SessionRunner runner);

    /** {@code runner} has ended. */
    void ended(SessionRunner runner);
  }

  SessionRunner(
      WorkerIdentity who,
      SessionCore worker,
      BrokerSession session,
      RunnerContext ports,
      Host host) {
    this.who = who;
    this.worker = worker;
    this.session = session;
    this.ports = ports;
    this.host = host;
    this.mailbox = new Mailbox<>(ports.executor(), this::handle);
    this.alarm = new Alarm(ports.timer(), ports.clocks(), () -> post(new WorkerEvent.Tick()));
  }

  void start() {
    session.listen(this);
    post(new WorkerEvent.Accepted());
  }

  /** Hands an event in. */
  void post(WorkerEvent event) {
    mailbox.post(event);
  }

  /** Ends the worker at once, as if it had died; for one that does not stop within its bound. */
  void abandon(String why) {
    LOG.warn(
        "The worker of session {} is given up ({}): its claim is released as soon as possible.",
        who.session(),
        why);
    abandoned = true;
    post(new WorkerEvent.Tick());
  }

  SessionId session() {
    return who.session();
  }

  /** How many copies the worker held after its latest event. */
  int inHand() {
    return inHand;
  }

  /** Whether the worker has had copies, and none of them is left since {@code before}. */
  boolean isIdleSince(MonotonicTime before) {
    MonotonicTime since = idleAt;
    return since != null && before.isAtOrAfter(since);
  }

  /** Whether the worker is parked. */
  boolean isParked() {
    return parkedAt != null;
  }

  /** Whether the worker waits for an operator. */
  boolean isBlocked() {
    return isParked() && blocked;
  }

  /** Whether the worker has a message, and has waited since {@code before} for another owner. */
  boolean awaitsOwnerSince(MonotonicTime before) {
    MonotonicTime since = parkedAt;
    return awaitsOwner && inHand > 0 && since != null && before.isAtOrAfter(since);
  }

  /** Whether the worker keeps a claim, and has had nothing to do since {@code before}. */
  boolean keepsIdleSince(MonotonicTime before) {
    return holds && isIdleSince(before) && !isSentAway();
  }

  /** When the first message in hand was sent that has not ended; null when there is none. */
  @Nullable Instant oldest() {
    return oldest;
  }

  /**
   * Has the worker give its session up when its call has ended. However many reasons there are for
   * it, the worker is told once: a second drain would cancel its call.
   */
  void sendAway() {
    if (sentAway.compareAndSet(false, true)) {
      post(new WorkerEvent.Drain());
    }
  }

  boolean isSentAway() {
    return sentAway.get();
  }

  /** The same in every run, and so is the order of a set of runners. */
  @Override
  public int hashCode() {
    return who.hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public boolean isSearching(MonotonicTime now) {
    MonotonicTime last = searchedAt;
    return last != null && !now.isAtOrAfter(last.plus(SEARCHING));
  }

  /** Since when it is parked; now, when it is not. */
  @Override
  public MonotonicTime parkedSince() {
    MonotonicTime since = parkedAt;
    return since == null ? ports.clocks().now().monotonic() : since;
  }

  @Override
  public void delivered(Delivery delivery) {
    post(new WorkerEvent.Delivered(delivery));
  }

  @Override
  public void lost(String why) {
    post(new WorkerEvent.BrokerLost(why));
  }

  @Override
  public void heldBack(boolean isHeldBack) {
    post(new WorkerEvent.HeldBack(isHeldBack));
  }

  private void handle(List<WorkerEvent> events) {
    if (abandoned) {
      die();
    }
    if (ended.get()) {
      return;
    }
    try {
      Now now = ports.clocks().now();
      events.forEach(this::remember);
      List<WorkerEffect> effects = worker.on(settled.with(events), now);
      callIsDue = asksForCall(effects);
      for (WorkerEffect effect : effects) {
        perform(effect);
      }
      count(worker.inHand(), now.monotonic());
      tellThatItLeaves();
      settled.workerIsAtWork(worker.isAtWork());
    } catch (RuntimeException | Error e) {
      LOG.error(
          "The worker of session {} died: its claim is released, and the session accepted anew."
              + " This is a defect; please report it with this trace.",
          who.session(),
          e);
      die();
    }
  }

  private static boolean asksForCall(List<WorkerEffect> effects) {
    for (WorkerEffect effect : effects) {
      if (effect instanceof WorkerEffect.StartHandler) {
        return true;
      }
    }
    return false;
  }

  private void tellThatItLeaves() {
    if (!isLeaving && !ended.get() && worker.isLeaving()) {
      isLeaving = true;
      host.leaving(this);
    }
  }

  /** What the worker knows of its record is what a look is compared with. */
  private void remember(WorkerEvent event) {
    if (event instanceof WorkerEvent.RecordRead read
        && !(read.outcome() instanceof ReadOutcome.Unknown<SessionRecord>)) {
      seen = read.outcome();
    } else if (event instanceof WorkerEvent.WriteAnswered) {
      seen = null;
    }
  }

  private void count(int copies, MonotonicTime now) {
    if (copies > 0) {
      idleAt = null;
    } else if (inHand > 0) {
      idleAt = now;
    }
    inHand = ended.get() ? 0 : copies;
    oldest = ended.get() ? null : worker.oldest().orElse(null);
  }

  private void perform(WorkerEffect effect) {
    if (effect instanceof WorkerEffect.Receive receive) {
      session.receive(receive.count());
    } else if (effect instanceof WorkerEffect.StartHandler start) {
      startHandler(start);
    } else if (effect instanceof WorkerEffect.CancelHandler cancel) {
      Runnable call = calls.get(cancel.call());
      if (call != null) {
        call.run();
      }
    } else if (effect instanceof WorkerEffect.Settle settle) {
      long copy = settle.delivery().brokerSequence();
      settled.begun();
      var unused =
          session
              .settle(settle.delivery(), settle.settlement())
              .whenComplete((done, error) -> settled.ended(copy));
    } else if (effect instanceof WorkerEffect.SearchSession look) {
      searchedAt = ports.clocks().now().monotonic();
      var unused =
          session
              .search(look.search())
              .thenAccept(outcome -> post(new WorkerEvent.Searched(outcome)));
    } else if (effect instanceof WorkerEffect.LetGo found) {
      session.letGo(found.found());
    } else if (effect instanceof WorkerEffect.WakeAt wake) {
      alarm.set(wake.time());
    } else if (effect instanceof WorkerEffect.Report report) {
      report(report.fact());
    } else if (effect instanceof WorkerEffect.Stop) {
      end();
    } else {
      askLedger(effect);
    }
  }

  private void askLedger(WorkerEffect effect) {
    ReadOutcome<SessionRecord> before = seen;
    if (effect instanceof WorkerEffect.ReadRecord && isParked() && before != null) {
      var unused =
          ports
              .looks()
              .look(who.session(), before)
              .thenAccept(outcome -> post(new WorkerEvent.RecordRead(outcome)));
    } else if (!ports.ledger().ask(asker(), effect, this::post)) {
      throw new IllegalStateException("Nobody carries out " + effect);
    }
  }

  private LedgerCalls.Asker asker() {
    return new LedgerCalls.Asker(who.session(), holds, () -> !ended.get());
  }

  private void startHandler(WorkerEffect.StartHandler start) {
    long call = start.call();
    callIsDue = false;
    calls.put(call, () -> {});
    Runnable cancel =
        ports
            .handler()
            .start(
                start.delivery().message(),
                start.invocation(),
                outcome -> {
                  calls.remove(call);
                  if (ended.get() && calls.isEmpty()) {
                    callsReturned.complete(null);
                  }
                  post(new WorkerEvent.HandlerReturned(call, outcome));
                });
    calls.computeIfPresent(call, (number, none) -> cancel);
  }

  private void report(WorkerFact fact) {
    if (fact instanceof WorkerFact.Parked parked) {
      blocked = parked.reason() == WorkerFact.Parked.Reason.BLOCKED;
      awaitsOwner = parked.reason() == WorkerFact.Parked.Reason.OWNED_ELSEWHERE;
      if (parkedAt == null) {
        parkedAt = ports.clocks().now().monotonic();
      }
    } else if (fact instanceof WorkerFact.Claimed) {
      parkedAt = null;
      holds = true;
    } else if (fact instanceof WorkerFact.Released || fact instanceof WorkerFact.Fenced) {
      holds = false;
    }
    ports.facts().on(who, fact);
  }

  private void die() {
    if (ended.get()) {
      return;
    }
    SessionWorker.Remains remains = worker.remains();
    if (callIsDue) { // what never began is not held against its message
      remains = remains.withoutCall();
    }
    ports.orphans().release(who, remains, callsReturned); // a drain waits for it from now on
    end();
    new HashMap<>(calls).values().forEach(Runnable::run);
    if (calls.isEmpty()) {
      callsReturned.complete(null);
    }
  }

  private void end() {
    if (ended.compareAndSet(false, true)) {
      inHand = 0;
      oldest = null;
      parkedAt = null;
      alarm.clear();
      host.givesBack(this);
      var unused = close().whenComplete((done, error) -> host.ended(this));
    }
  }

  /** A session whose close throws has ended like one whose close fails: its place is free again. */
  private CompletionStage<Void> close() {
    try {
      return session.close();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
