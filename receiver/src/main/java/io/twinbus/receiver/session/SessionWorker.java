package io.twinbus.receiver.session;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.WriteIntent;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
 *   <li>A copy of which the record does not say how its message ended waits for the page that does.
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

  private final WorkerState memory;
  private final UnclaimedSteps unclaimed;
  private final SuspectSteps suspects;
  private final CallSteps calls;
  private final ClaimedSteps claimed;
  private final StoppingSteps stopping;
  private final LedgerAnswers answers;
  private final MessageSteps messages;
  private final OverflowSteps overflow;
  private final ByMessageSteps byMessage;
  private final PrefetchWindow demand;
  private final GapSearch hunt;
  private final StuckAlarm alarm;

  /** The call that was out when the present step began: should the step throw, it may be why. */
  private @Nullable HandlerCall callBeforeStep;

  /** A worker for {@code who}, which begins with {@link WorkerEvent.Accepted}. */
  public SessionWorker(WorkerIdentity who, FlowSettings settings, WorkerContext around, Now now) {
    memory = new WorkerState(who, settings, around, now.monotonic());
    demand = new PrefetchWindow(settings.window());
    hunt = new GapSearch(memory, demand);
    GapSteps gapSteps = new GapSteps(memory, hunt);
    messages = new MessageSteps(memory);
    overflow = new OverflowSteps(memory);
    unclaimed = new UnclaimedSteps(memory, gapSteps, messages);
    suspects = new SuspectSteps(memory);
    calls = new CallSteps(memory, suspects, messages.endings());
    claimed = new ClaimedSteps(memory, calls, gapSteps, new ClaimedSteps.Aside(messages, overflow));
    byMessage = new ByMessageSteps(memory, messages, calls, unclaimed);
    stopping = new StoppingSteps(memory, claimed, calls, messages);
    answers = new LedgerAnswers(memory, claimed, calls, suspects, messages);
    alarm = new StuckAlarm(memory);
  }

  /** Whether the worker has asked for {@link WorkerEffect.Stop}; it ignores what comes then. */
  public boolean isStopped() {
    return memory.stopped;
  }

  /**
   * What is left of a worker that died, for {@link ClaimRelease}.
   *
   * @param claims the claims that it answers for: its own, and the one that was to follow it
   * @param openWrite the write of which it did not know yet what became of it
   * @param message the message that it had, where each is claimed by itself
   * @param called the message whose handler it had called, and may have died of; empty where it was
   *     stopping for another reason, and where a start without an end is nothing to count, but to
   *     ask an operator about
   */
  public record Remains(
      Set<ClaimId> claims,
      Optional<WriteIntent> openWrite,
      Optional<HeldMessage> message,
      Optional<Position> called) {

    /** What is left of a worker that was at nothing, where sessions are claimed. */
    public Remains(Set<ClaimId> claims, Optional<WriteIntent> openWrite) {
      this(claims, openWrite, Optional.empty(), Optional.empty());
    }

    /** Copies {@code claims}. */
    public Remains {
      claims = Set.copyOf(claims);
    }
  }

  /** What would be left of the worker if it died now. */
  public Remains remains() {
    Set<ClaimId> claims = new HashSet<>(memory.claims());
    claims.addAll(messages.claims());
    return new Remains(claims, memory.line.openWrite(), messages.held(), called());
  }

  /** The message in hand, unless a write that is out says what became of its call. */
  private Optional<Position> called() {
    HandlerCall call = memory.call == null ? callBeforeStep : memory.call;
    CommitBatch writing = memory.writing;
    return call == null
            || call.isSingle()
            || call.hasReturned()
            || (writing != null && writing.last().isPresent())
            || memory.stopping != null
            || memory.settings.attempts().inDoubt() == InDoubt.BLOCK
        ? Optional.empty()
        : Optional.of(call.position());
  }

  /** Whether a call or a write is under way, each of which ends with an event. */
  public boolean isAtWork() {
    return memory.call != null || memory.line.isBusy();
  }

  /** How many copies the worker holds, those that have been handled and not settled included. */
  public int inHand() {
    return memory.inbox.size() + memory.uncommitted.size() + overflow.size();
  }

  /**
   * When the first message in hand was sent that has not ended as far as this worker knows; nothing
   * before it has seen the session's record.
   */
  public Optional<Instant> oldest() {
    return memory.view == null && memory.claim == null
        ? Optional.empty()
        : memory.inbox.oldest(memory.committed());
  }

  /** Takes in what happened, and answers what to do. */
  public List<WorkerEffect> on(WorkerEvent event, Now now) {
    return on(List.of(event), now);
  }

  /** Takes in what happened, one after the other, and answers what to do. */
  public List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
    for (int i = 0; i < events.size() && !memory.stopped; i++) {
      if (!memory.standing.mayWork(now.monotonic())) {
        memory.stopFor(WorkerState.Stopping.LEASE_LOST);
      }
      callBeforeStep = memory.call;
      take(events.get(i), now);
      calls.conclude(now);
      suspects.leaveWhenOver();
      if (!isFollowedByItsLike(events, i) && !isOfNoConsequence(events.get(i))) {
        step(now);
      }
    }
    callBeforeStep = null;
    return memory.takeEffects();
  }

  /** Copies that come together are all in hand before it is asked what to do about them. */
  private static boolean isFollowedByItsLike(List<WorkerEvent> events, int at) {
    return at + 1 < events.size()
        && events.get(at) instanceof WorkerEvent.Delivered
        && events.get(at + 1) instanceof WorkerEvent.Delivered;
  }

  /** Nobody waits for a settlement but for the last of those under way. */
  private boolean isOfNoConsequence(WorkerEvent event) {
    return event instanceof WorkerEvent.Settled && memory.settling > 0 && memory.stopping == null;
  }

  private void take(WorkerEvent event, Now now) {
    if (event instanceof WorkerEvent.Delivered delivered) {
      onDelivered(delivered.delivery());
    } else if (event instanceof WorkerEvent.RecordRead read) {
      memory
          .line
          .onLooked(read.outcome(), now.monotonic())
          .ifPresent(result -> answers.on(result, now));
    } else if (event instanceof WorkerEvent.WriteAnswered answered) {
      memory
          .line
          .onWritten(answered.outcome(), now.monotonic(), memory.effects())
          .ifPresent(result -> answers.on(result, now));
    } else if (event instanceof WorkerEvent.MessageRead read) {
      messages.onLooked(read.key(), read.outcome(), now);
      overflow.onLooked(read.key(), read.outcome(), now);
    } else if (event instanceof WorkerEvent.MessageWriteAnswered answered) {
      messages.onWritten(answered.key(), answered.outcome(), now);
      overflow.onWritten(answered.key(), answered.outcome(), now);
    } else if (event instanceof WorkerEvent.HandlerReturned returned) {
      calls.onReturned(returned);
    } else if (event instanceof WorkerEvent.Searched searched) {
      hunt.on(searched.outcome(), now);
    } else if (event instanceof WorkerEvent.Settled) {
      memory.settling--;
    } else if (event instanceof WorkerEvent.BrokerLost) {
      memory.stopFor(WorkerState.Stopping.BROKER_LOST);
    } else if (event instanceof WorkerEvent.LeaseLost) {
      memory.stopFor(WorkerState.Stopping.LEASE_LOST);
    } else if (event instanceof WorkerEvent.Drain) {
      onDrain(now);
    } else if (event instanceof WorkerEvent.RecheckOwner) {
      unclaimed.recheckOwner();
    } else if (event instanceof WorkerEvent.Tick) {
      memory.awake();
    }
  }

  private void onDelivered(Delivery delivery) {
    demand.delivered();
    if (memory.stopping != null) {
      return;
    }
    ParsedHeaders headers = delivery.headers();
    if (headers instanceof ParsedHeaders.Foreign
        || (headers instanceof ParsedHeaders.Sequenced && isByMessage())) {
      memory.inbox.addSingle(delivery);
    } else if (headers instanceof ParsedHeaders.Sequenced sequenced) {
      memory.inbox.add(delivery, sequenced.headers().position());
    } else if (headers instanceof ParsedHeaders.Newer newer) {
      memory.inbox.addUnreadable();
      memory.report(
          new WorkerFact.Stuck(
              "message %s has headers of version %d: upgrade this receiver"
                  .formatted(delivery.message().id(), newer.schema())));
    } else {
      memory.settle(
          delivery,
          headers instanceof ParsedHeaders.Malformed malformed
              ? DeadLetters.malformed(malformed.reason())
              : DeadLetters.NAMELESS);
    }
  }

  private boolean isByMessage() {
    return memory.settings.records().claim() == ClaimScope.MESSAGE;
  }

  private void onDrain(Now now) {
    HandlerCall call = memory.call;
    if (memory.stopping == WorkerState.Stopping.DRAIN && call != null) {
      calls.cancel(call, now);
    }
    memory.stopFor(WorkerState.Stopping.DRAIN);
  }

  private void step(Now now) {
    if (memory.stopping != WorkerState.Stopping.LEASE_LOST) {
      memory.line.poll(now.monotonic(), memory.effects()).ifPresent(memory::wakeAt);
      messages.poll(now);
      overflow.poll(now);
    }
    if (memory.stopping != null) {
      stopping.step(memory.stopping, now);
      return;
    }
    settleCovered(now);
    overflow.lookUp(now);
    StreamHeads heads = memory.heads(now);
    memory.gapWatch.update(heads.gaps(), memory.progress(), now.monotonic());
    if (isByMessage()) {
      byMessage.step(now);
    } else if (memory.claim != null) {
      claimed.step(now, heads);
    } else if (memory.call == null && !memory.line.isBusy()) {
      unclaimed.step(now, heads);
    }
    if (!memory.stopped) {
      alarm.step(now);
      boolean isAtGap = !heads.gaps().isEmpty();
      boolean waitsAtGap = isAtGap && memory.call == null;
      boolean canWait = !isAtGap && isAtWork();
      demand.ask(memory.inbox.size() + overflow.size(), waitsAtGap, canWait).ifPresent(memory::ask);
    }
  }

  private void settleCovered(Now now) {
    for (Delivery copy : memory.inbox.takeCovered(memory.committed())) {
      SequencedHeaders headers = ((ParsedHeaders.Sequenced) copy.headers()).headers();
      Position position = headers.position();
      if (memory.committed().isOverflown(position.stream(), position.seq())) {
        overflow.add(copy);
        continue;
      }
      memory.movedAt = now.monotonic();
      memory.report(new WorkerFact.DuplicateDropped(WorkerFact.Subject.of(copy)));
      memory
          .committed()
          .endOf(position.stream(), position.seq())
          .ifPresent(
              end -> memory.settle(copy, memory.inbox.settlementFor(headers, end, now.wall())));
    }
  }
}
