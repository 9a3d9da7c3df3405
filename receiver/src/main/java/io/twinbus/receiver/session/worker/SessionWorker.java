package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.message.ColdSteps;
import io.twinbus.receiver.session.message.HeldMessage;
import io.twinbus.receiver.session.message.MessageSteps;
import io.twinbus.receiver.session.message.OverflowSteps;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.DeadLetters;
import io.twinbus.receiver.session.state.LifeState;
import io.twinbus.receiver.session.state.LifeState.StopReason;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.StreamHeads;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The worker of one accepted session: a state machine without I/O, threads or clocks.
 *
 * <p>Events go in, one at a time, with the present time; effects come out, to be carried out in
 * order. Its algorithm, in the order in which each step asks:
 *
 * <ol>
 *   <li>If the instance's lease does not hold, stop: cancel the call, write and settle nothing.
 *   <li>If it is stopping: {@link StoppingSteps}.
 *   <li>Settle every copy that the record in view covers; end states never change back.
 *   <li>A copy of which the record does not say how its message ended waits for the page that does,
 *       and a message of a stream of which it says nothing for that stream's document.
 *   <li>A call that ended well has its end added to those that the next write takes along.
 *   <li>With a claim: {@link ClaimedSteps} and {@link CallSteps}. Without: {@link UnclaimedSteps}.
 *       Where each message is claimed by itself: {@link ByMessageSteps}.
 *   <li>Ask the broker for more, within the window; a window full of messages behind a gap is
 *       widened, up to its bound, for the missing one may stand behind it.
 * </ol>
 *
 * <p>Not thread-safe: the shell hands events in one at a time.
 */
public final class SessionWorker {

  private final WorkerState state;
  private final UnclaimedSteps unclaimed;
  private final SuspectSteps suspects;
  private final CallSteps calls;
  private final ClaimedSteps claimed;
  private final StoppingSteps stopping;
  private final LedgerAnswers answers;
  private final MessageSteps messages;
  private final OverflowSteps overflow;
  private final ColdSteps cold;
  private final ByMessageSteps byMessage;
  private final PrefetchWindow demand;
  private final GapSearch hunt;
  private final StuckAlarm alarm;

  /** The call that was out when the present step began: should the step throw, it may be why. */
  private CallState callBeforeStep = CallState.NONE;

  /** A worker for {@code who}, which begins with {@link WorkerEvent.Accepted}. */
  public SessionWorker(WorkerIdentity who, FlowSettings settings, WorkerContext around, Now now) {
    state = new WorkerState(who, settings, around, now.monotonic());
    demand = new PrefetchWindow(settings.window());
    hunt = new GapSearch(state, demand);
    GapSteps gapSteps = new GapSteps(state, hunt);
    messages = new MessageSteps(state);
    overflow = new OverflowSteps(state);
    cold = new ColdSteps(state);
    unclaimed = new UnclaimedSteps(state, gapSteps, messages, cold);
    suspects = new SuspectSteps(state);
    calls = new CallSteps(state, suspects, messages.endings());
    claimed =
        new ClaimedSteps(
            state,
            calls,
            gapSteps,
            around.demand(),
            new ClaimedSteps.Aside(messages, overflow, cold));
    byMessage = new ByMessageSteps(state, messages, calls, unclaimed);
    stopping = new StoppingSteps(state, claimed, calls, messages);
    answers = new LedgerAnswers(state, claimed, calls, suspects, messages);
    alarm = new StuckAlarm(state);
  }

  /** Whether the worker has asked for {@link WorkerEffect.Stop}; it ignores what comes then. */
  public boolean isStopped() {
    return state.isStopped();
  }

  /**
   * What is left of a worker that died, for {@link ClaimRelease}.
   *
   * @param claims the claims that it answers for: its own, and the one that was to follow it
   * @param pending the write whose outcome it did not know yet
   * @param message the message that it had, where each is claimed by itself
   * @param called the message whose handler it had called, and may have died of; empty where it was
   *     stopping for another reason, and where a start without an end is nothing to count, but to
   *     ask an operator about
   */
  public record Remains(
      Set<ClaimId> claims,
      Optional<PendingWrite<SessionRecord>> pending,
      Optional<HeldMessage> message,
      Optional<Position> called) {

    /** What is left of a worker that was at nothing, where sessions are claimed. */
    public Remains(Set<ClaimId> claims, Optional<PendingWrite<SessionRecord>> pending) {
      this(claims, pending, Optional.empty(), Optional.empty());
    }

    /** Copies {@code claims}. */
    public Remains {
      claims = Set.copyOf(claims);
    }

    /** The same of a worker whose call was decided upon and never began. */
    public Remains withoutCall() {
      return new Remains(claims, pending, message, Optional.empty());
    }
  }

  /** What would be left of the worker if it died now. */
  public Remains remains() {
    return new Remains(state.session().claims(), state.writer.pending(), messages.held(), called());
  }

  /** The message in hand, unless a write that is out says what became of its call. */
  private Optional<Position> called() {
    CallState call = state.hasCall() ? state.call() : callBeforeStep;
    boolean mayHaveDied =
        call instanceof CallState.Present
            && !(call instanceof CallState.Returned)
            && state.writes.changing().isEmpty()
            && state.isWorking()
            && state.settings.attempts().inDoubt() != InDoubt.BLOCK;
    return mayHaveDied ? ((CallState.Present) call).call().place() : Optional.empty();
  }

  /** Whether a call or a write is under way, each of which ends with an event. */
  public boolean isAtWork() {
    return state.hasCall() || state.writer.isBusy();
  }

  /**
   * Whether the worker calls no handler any more: all that is left is to have its last write
   * answered, and its copies settled.
   */
  public boolean isLeaving() {
    return state.life() instanceof LifeState.Stopping
        && (!(state.call() instanceof CallState.Present call)
            || call instanceof CallState.Returned);
  }

  /** How many copies the worker holds, those that have been handled and not settled included. */
  public int inHand() {
    return state.inbox.size() + state.uncommitted.size() + overflow.size();
  }

  /**
   * When the first message in hand was sent that has not ended as far as this worker knows; nothing
   * before it has seen the session's record.
   */
  public Optional<Instant> oldest() {
    return !state.view.isKnown() && state.session() instanceof SessionState.Unclaimed
        ? Optional.empty()
        : state.inbox.oldest(state.view.progress());
  }

  /** Takes in what happened, and answers what to do. */
  public List<WorkerEffect> on(WorkerEvent event, Now now) {
    return on(List.of(event), now);
  }

  /** Takes in what happened, one after the other, and answers what to do. */
  public List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
    for (int i = 0; i < events.size() && !state.isStopped(); i++) {
      if (!state.ownership.mayWork(now.monotonic())) {
        state.stopFor(StopReason.LEASE_LOST);
      }
      callBeforeStep = state.call();
      take(events.get(i), now);
      calls.conclude(now);
      suspects.leaveWhenOver();
      if (!isFollowedByItsLike(events, i) && !isOfNoConsequence(events.get(i))) {
        step(now);
      }
    }
    callBeforeStep = CallState.NONE;
    return state.effects.take(state.isStopped());
  }

  /** Copies that come together are all in hand before it is asked what to do about them. */
  private static boolean isFollowedByItsLike(List<WorkerEvent> events, int at) {
    return at + 1 < events.size()
        && events.get(at) instanceof WorkerEvent.Delivered
        && events.get(at + 1) instanceof WorkerEvent.Delivered;
  }

  /** The worker waits for no settlement but the last of those under way. */
  private boolean isOfNoConsequence(WorkerEvent event) {
    return event instanceof WorkerEvent.Settled
        && state.effects.settling() > 0
        && state.isWorking();
  }

  private void take(WorkerEvent event, Now now) {
    if (event instanceof WorkerEvent.Delivered delivered) {
      onDelivered(delivered.delivery());
      state.times.delivered(now);
    } else if (event instanceof WorkerEvent.RecordRead read) {
      state
          .writer
          .onRead(read.outcome(), now.monotonic())
          .ifPresent(result -> answers.on(result, now));
    } else if (event instanceof WorkerEvent.WriteAnswered answered) {
      state
          .writer
          .onWritten(answered.outcome(), now.monotonic())
          .ifPresent(result -> answers.on(result, now));
    } else if (event instanceof WorkerEvent.MessageRead read) {
      messages.onRead(read.key(), read.outcome(), now);
      overflow.onRead(read.key(), read.outcome(), now);
      cold.onRead(read.key(), read.outcome(), now);
    } else if (event instanceof WorkerEvent.MessageWriteAnswered answered) {
      messages.onWritten(answered.key(), answered.outcome(), now);
      overflow.onWritten(answered.key(), answered.outcome(), now);
      cold.onWritten(answered.key(), answered.outcome(), now);
    } else if (event instanceof WorkerEvent.HandlerReturned returned) {
      calls.onReturned(returned, now);
    } else if (event instanceof WorkerEvent.Searched searched) {
      hunt.on(searched.outcome(), now);
    } else if (event instanceof WorkerEvent.Settled) {
      state.effects.settled();
    } else if (event instanceof WorkerEvent.HeldBack bytes) {
      demand.heldBack(bytes.isHeldBack());
    } else if (event instanceof WorkerEvent.BrokerLost) {
      state.stopFor(StopReason.BROKER_LOST);
    } else if (event instanceof WorkerEvent.LeaseLost) {
      state.stopFor(StopReason.LEASE_LOST);
    } else if (event instanceof WorkerEvent.Drain) {
      onDrain(now);
    } else if (event instanceof WorkerEvent.RecheckOwner) {
      unclaimed.recheckOwner();
    } else if (event instanceof WorkerEvent.HandlerBack) {
      state.times.handlerBack(now);
    } else if (event instanceof WorkerEvent.Tick) {
      state.effects.woken();
    }
  }

  private void onDelivered(Delivery delivery) {
    demand.delivered();
    if (!state.isWorking()) {
      return;
    }
    ParsedHeaders headers = delivery.headers();
    if (headers instanceof ParsedHeaders.Foreign
        || headers instanceof ParsedHeaders.Replayed
        || (headers instanceof ParsedHeaders.Sequenced && isByMessage())) {
      state.inbox.addSingle(delivery);
    } else if (headers instanceof ParsedHeaders.Sequenced sequenced) {
      state.inbox.add(delivery, sequenced.headers().position());
    } else if (headers instanceof ParsedHeaders.Newer newer) {
      state.inbox.addUnreadable();
      state.effects.report(
          new WorkerFact.Stuck(
              "message %s has headers of version %d: upgrade this receiver"
                  .formatted(delivery.id(), newer.schema())));
    } else {
      state.effects.settle(
          delivery,
          headers instanceof ParsedHeaders.Malformed malformed
              ? DeadLetters.malformed(malformed.reason())
              : DeadLetters.NAMELESS);
    }
  }

  private boolean isByMessage() {
    return state.settings.records().claim() == ClaimScope.MESSAGE;
  }

  private void onDrain(Now now) {
    if (state.isStoppingFor(StopReason.DRAIN) && state.call() instanceof CallState.Present call) {
      calls.cancel(call, now);
    }
    state.stopFor(StopReason.DRAIN);
  }

  private void step(Now now) {
    if (!state.isStoppingFor(StopReason.LEASE_LOST)) {
      state.writer.poll(now.monotonic()).ifPresent(state.effects::wakeAt);
      messages.poll(now);
      overflow.poll(now);
      cold.poll(now);
    }
    if (state.life() instanceof LifeState.Stopping why) {
      stopping.step(why, now);
      return;
    }
    cold.refresh();
    settleCovered(now);
    overflow.lookUp(now);
    StreamHeads heads = state.heads(now);
    cold.lookUp(heads);
    state.gapWatch.update(heads.gaps(), state.progress(), now.monotonic());
    heads.nextLater().ifPresent(head -> state.wakeAtWall(head.notBefore(), now));
    if (isByMessage()) {
      byMessage.step(now);
    } else if (state.session() instanceof SessionState.Claimed held) {
      claimed.step(held, now, heads);
      if (state.life() instanceof LifeState.Stopping why) {
        stopping.step(why, now); // other sessions wait for its place
        return;
      }
    } else if (state.session() instanceof SessionState.Unclaimed free && !state.writer.isBusy()) {
      unclaimed.step(free, now, heads);
    }
    boolean hasNothingToDo = state.inbox.isEmpty() || heads.isWaitingForTime();
    if (hasNothingToDo && !state.hasCall()) {
      state.handler.works(false);
    }
    if (heads.isWaitingForTime()) {
      state.times.moved(now);
    }
    if (!state.isStopped()) {
      alarm.step(now);
      boolean isAtGap = !heads.gaps().isEmpty();
      boolean waitsAtGap = isAtGap && !state.hasCall();
      boolean canWait = !isAtGap && isAtWork();
      demand
          .ask(state.inbox.size() + overflow.size(), waitsAtGap, canWait)
          .ifPresent(state.effects::add);
    }
  }

  private void settleCovered(Now now) {
    Progress known = state.cold.over(state.view.progress(), state.inbox::streams);
    for (Delivery copy : state.inbox.takeCovered(known)) {
      SequencedHeaders headers = ((ParsedHeaders.Sequenced) copy.headers()).headers();
      Position position = headers.position();
      Overflow pages = known.annex().overflow().get(position.stream());
      if (pages != null && known.isOverflown(position.stream(), position.seq())) {
        overflow.add(copy, pages);
        continue;
      }
      state.times.moved(now);
      state.effects.report(new WorkerFact.DuplicateDropped(WorkerFact.Subject.of(copy)));
      known
          .endOf(position.stream(), position.seq())
          .ifPresent(
              end ->
                  state.effects.settle(copy, state.inbox.settlementFor(headers, end, now.wall())));
    }
  }
}
