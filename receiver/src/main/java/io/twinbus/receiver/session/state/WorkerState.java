package io.twinbus.receiver.session.state;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a session worker knows. It belongs to one worker, and the classes of its steps share it.
 *
 * <p>Three states, each sealed, say where the worker stands; they move apart from each other:
 *
 * <ol>
 *   <li>{@link SessionState}: what it holds of its session. Entering a state serves the claims that
 *       come with it and no longer serves those that went.
 *   <li>{@link CallState}: the handler call. A call may outlive its claim: the worker then stops.
 *   <li>{@link LifeState}: whether it works, stops, or has stopped.
 * </ol>
 *
 * <p>The rest is data: the copies in hand, the record as seen, what has ended and is not written.
 */
public final class WorkerState {

  /** A turn to call the handler is told; this is for one that was told to a worker before. */
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);

  private static final Duration LOOK_AT_CLOCK = Duration.ofSeconds(30);

  public final WorkerIdentity identity;
  public final FlowSettings settings;
  public final Ownership ownership;
  public final Random random;
  public final Inbox inbox;
  public final SessionWrites writes;
  public final GapTimer gapWatch;
  public final LedgerView view;
  public final WorkerTimes times;
  public final HandlerAccess handler;
  public final ColdStreams cold = new ColdStreams();
  public final Effects effects = new Effects();
  public final RecordWriter<SessionRecord> writer = SessionOperations.writer(effects::add);
  public final Uncommitted uncommitted = new Uncommitted();

  private SessionState session = new SessionState.Unclaimed();
  private CallState call = CallState.NONE;
  private LifeState life = new LifeState.Working();
  private long calls;
  private @Nullable HandlerCall lostWithItsLink;
  private @Nullable String parkedFor;
  private @Nullable String waitsFor;

  public WorkerState(
      WorkerIdentity identity, FlowSettings settings, WorkerContext around, MonotonicTime start) {
    this.identity = identity;
    this.settings = settings;
    this.ownership = around.ownership();
    this.random = around.random();
    this.inbox = new Inbox(new DeliveryRule(settings.horizon()));
    this.gapWatch = new GapTimer(identity.session(), around.sightings());
    this.view = new LedgerView(settings.pace().readInterval(), start);
    this.handler = new HandlerAccess(identity.session(), around.health());
    this.times = new WorkerTimes(settings.pace().readInterval(), start);
    this.writes = new SessionWrites(this, writer);
  }

  /** What the worker holds of its session. */
  public SessionState session() {
    return session;
  }

  /** Makes a move of {@link SessionState}: its claims are served, and no others. */
  public void enter(SessionState next) {
    Set<ClaimId> before = session.claims();
    Set<ClaimId> after = next.claims();
    session = next;
    for (ClaimId claim : after) {
      if (!before.contains(claim)) {
        ownership.serve(claim);
      }
    }
    for (ClaimId claim : before) {
      if (!after.contains(claim)) {
        ownership.unserve(claim);
      }
    }
  }

  /** From now on the worker answers for no claim. */
  public void dropClaim() {
    if (session instanceof SessionState.Held held) {
      enter(held.dropped());
    }
  }

  /** The claim under which the worker works; null when there is none. */
  public @Nullable ClaimId claim() {
    return session instanceof SessionState.Held held ? held.claim() : null;
  }

  /** The state in which something is done that is legal in no other. */
  public <S extends SessionState> S in(Class<S> expected) {
    if (!expected.isInstance(session)) {
      throw new IllegalStateException(
          "This is legal in %s, not in %s.".formatted(expected.getSimpleName(), session));
    }
    return expected.cast(session);
  }

  /** The handler call. */
  public CallState call() {
    return call;
  }

  /** Makes a move of {@link CallState}. */
  public void enter(CallState next) {
    call = next;
  }

  /** Whether a handler call is out, or its answer waits. */
  public boolean hasCall() {
    return call instanceof CallState.Present;
  }

  /** The call in hand has lost the link to the broker under it. */
  public void linkIsLost() {
    lostWithItsLink = call instanceof CallState.Running running ? running.call() : lostWithItsLink;
  }

  /** The place of the message that was at work when the link to the broker was lost. */
  public Optional<Position> lostWithItsLink() {
    return Optional.ofNullable(lostWithItsLink).flatMap(HandlerCall::place);
  }

  /** Whether {@code delivery} was at work when the link to the broker was lost. */
  public boolean hasLostCallOf(Delivery delivery) {
    return lostWithItsLink != null && lostWithItsLink.delivery().equals(delivery);
  }

  /** The number of the next handler call. */
  public long nextCall() {
    return ++calls;
  }

  /**
   * Whether the handler may be called now; if not, the worker is woken when that may have changed.
   * While the handler is away a turn is a probe, which does not wait for the back-off.
   */
  public boolean mayCall(Now now) {
    MonotonicTime present = now.monotonic();
    if (!handler.isAway() && !present.isAtOrAfter(times.callNotBefore())) {
      effects.wakeAt(times.callNotBefore());
      return false;
    }
    if (handler.mayCall(present)) {
      return true;
    }
    effects.wakeAt(present.plus(ASK_AGAIN));
    handler.releasesAt().filter(at -> !present.isAtOrAfter(at)).ifPresent(effects::wakeAt);
    return false;
  }

  /** Whether the session may be claimed, so that the handler can be called; else it is parked. */
  public boolean mayClaim(Now now) {
    if (handler.mayCall(now.monotonic())) {
      return true;
    }
    if (handler.isAway()) {
      park(
          WorkerFact.Parked.Reason.HANDLER_AWAY,
          "the handler is away: " + handler.report().reason());
    }
    effects.wakeAt(MonotonicTime.earlier(view.staleAt(), now.monotonic().plus(ASK_AGAIN)));
    return false;
  }

  /** How long the session waits after the {@code failed}th failure of a call. */
  public Duration pauseAfter(int failed) {
    return settings.attempts().backoff().pauseAfter(failed, random);
  }

  /** {@code failure} is repeated when it asks for, or after the back-off; a back-off can be cut. */
  public void retry(HandlerOutcome.Retry failure, int attempt, Now now) {
    Duration asked = failure.after().orElse(null);
    if (asked == null) {
      times.retryAt(now.monotonic().plus(pauseAfter(attempt)));
      return;
    }
    Duration least = settings.attempts().backoff().first();
    boolean isTooSoon = failure.kind() == FailureKind.THROTTLED && asked.compareTo(least) < 0;
    times.callNotBefore(now.monotonic().plus(isTooSoon ? least : asked));
  }

  /** Calls the handler. */
  public void start(HandlerCall next, Invocation invocation, Now now) {
    if (!(call instanceof CallState.None none)) {
      throw new IllegalStateException("A handler is called already: " + call);
    }
    call = none.start(next);
    handler.begins();
    effects.add(new WorkerEffect.StartHandler(next.number(), next.delivery(), invocation));
    effects.wakeAt(next.deadline());
  }

  /** How far the worker's life has come. */
  public LifeState life() {
    return life;
  }

  public boolean isWorking() {
    return life instanceof LifeState.Working;
  }

  public boolean isStopped() {
    return life instanceof LifeState.Stopped;
  }

  /** Whether the worker stops for {@code why}. */
  public boolean isStoppingFor(LifeState.StopReason why) {
    return life instanceof LifeState.Stopping stopping && stopping.why() == why;
  }

  /** Whether the worker may write to the ledger, as far as its life goes. */
  public boolean mayWrite() {
    return !(life instanceof LifeState.Stopping stopping) || stopping.why().mayWrite();
  }

  /** The worker is to stop; the gravest reason stands. */
  public void stopFor(LifeState.StopReason why) {
    if (life instanceof LifeState.Working working) {
      life = working.stopping(why);
    } else if (life instanceof LifeState.Stopping stopping) {
      life = stopping.stopping(why);
    }
  }

  /** The worker's last move. */
  public void enter(LifeState.Stopped stopped, String why) {
    life = stopped;
    effects.add(new WorkerEffect.Stop(why));
  }

  /**
   * How far the session's messages have been handled: this selects the next one. Without a claim it
   * takes cold streams in; under the claim their cursors return to the record first.
   */
  public Progress progress() {
    Progress progress = uncommitted.progress();
    return session instanceof SessionState.Unclaimed
        ? cold.over(progress, inbox::streams)
        : progress;
  }

  /** Where work could go on. */
  public StreamHeads heads(Now now) {
    Progress progress = progress();
    boolean mayBeCold = progress.annex().cold() > 0;
    return inbox.heads(progress, stream -> mayBeCold && isHeld(progress, stream), now.wall());
  }

  /** The document of {@code stream}, while the record itself says nothing of it. */
  public Optional<MessageContent.Cold> coldDocument(StreamId stream) {
    return cold.document(uncommitted.progress(), stream);
  }

  private boolean isHeld(Progress progress, StreamId stream) {
    return cold.isUnknown(progress, stream) || cold.document(progress, stream).isPresent();
  }

  /** The gaps on record whose missing message is in hand. */
  public Set<StreamId> answeredGaps(Now now) {
    Progress progress = progress();
    if (progress.waiting().isEmpty()) {
      return Set.of();
    }
    StreamHeads heads = heads(now);
    return progress.waiting().keySet().stream()
        .filter(heads::has)
        .filter(stream -> progress.gap(stream).isPresent())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Takes in what a read or write showed; one that failed leaves the view as it was. */
  public void see(ReadOutcome<SessionRecord> outcome, Now now) {
    if (view.take(outcome, now.monotonic())) {
      uncommitted.over(
          outcome instanceof ReadOutcome.Found<SessionRecord> found ? found.record() : null);
    }
  }

  /** A handler has ended well. */
  public void ended(RecordChange.End end) {
    inbox.remove(end.delivery(), end.position());
    uncommitted.add(end);
  }

  public WriteMark stamp(Now now) {
    return WriteMark.of(WriteId.random(random), now.wall());
  }

  public Owner newOwner() {
    return new Owner(identity.region(), identity.instance(), ClaimId.random(random));
  }

  /** Reports that {@code failed} has failed. */
  public void attemptFailed(HandlerCall failed, CountedAs how, String reason) {
    effects.report(
        new WorkerFact.AttemptFailed(
            WorkerFact.Subject.of(failed.delivery()), failed.attempt(), how, reason));
  }

  /** There is nothing to do here until another worker, a person or a message changes that. */
  public void park(WorkerFact.Parked.Reason reason, String why) {
    if (!why.equals(parkedFor)) {
      parkedFor = why;
      effects.report(new WorkerFact.Parked(reason, why));
    }
    waitsFor = why;
  }

  /** The worker is woken when {@code due} comes by the wall clock, which may be put right. */
  public void wakeAtWall(Instant due, Now now) {
    Duration left = Duration.between(now.wall(), due);
    boolean isLong = left.compareTo(LOOK_AT_CLOCK) > 0;
    effects.wakeAt(now.monotonic().plus(isLong ? LOOK_AT_CLOCK : left));
  }

  /** The worker goes on. */
  public void unpark() {
    parkedFor = null;
  }

  /** What the session was parked for last; empty before it was. */
  public Optional<String> waitsFor() {
    return Optional.ofNullable(waitsFor);
  }
}
