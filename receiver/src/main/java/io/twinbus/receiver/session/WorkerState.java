package io.twinbus.receiver.session;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.rules.WriteIntent;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.rules.DeliveryRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a session worker knows, and the effects it has asked for in the present step. One worker's
 * own; shared by the classes that make up its steps, and by nobody else.
 */
final class WorkerState {

  /** Why a worker is about to stop. */
  enum Stopping {
    /** The process shuts down: the call in hand may finish. */
    DRAIN,
    /** The broker's lock is gone: the call in hand is cancelled. */
    BROKER_LOST,
    /** The claim belongs to somebody else: nothing more is written. */
    FENCED,
    /** The instance's lease is gone: nothing more is written. */
    LEASE_LOST
  }

  private static final int LOOKS_TO_STAND_BACK = 2;

  final WorkerIdentity who;
  final FlowSettings settings;
  final Ownership standing;
  final Random random;
  final Inbox inbox;
  final LedgerLine line = new LedgerLine();
  final GapTimer gapWatch;
  final MonotonicTime bornAt;
  final Uncommitted uncommitted = new Uncommitted();

  private List<WorkerEffect> out = new ArrayList<>();
  private @Nullable MonotonicTime wake;
  private @Nullable MonotonicTime armed;
  private @Nullable String parkedFor;
  private long calls;

  /** What the last look or write showed; null before the first. */
  @Nullable ReadOutcome view;

  MonotonicTime viewAt;

  /** No look before this time: the last one failed. */
  MonotonicTime lookNotBefore;

  /** What is on the line to the ledger. */
  @Nullable CommitBatch writing;

  @Nullable ClaimId claim;
  @Nullable HandlerCall call;

  /** The message whose start is on record, and whose handler has not been called yet. */
  @Nullable Position aboutToStart;

  @Nullable Stopping stopping;
  boolean stopped;
  int settling;

  /** When there was last something to do under the claim. */
  MonotonicTime busyAt;

  /** When a message last ended, or a copy was last dropped. */
  MonotonicTime movedAt;

  /** No claim before this time. */
  MonotonicTime claimNotBefore;

  /** No handler call before this time. */
  MonotonicTime callNotBefore;

  /** What the session is parked for; null before it was. */
  @Nullable String waitsFor;

  WorkerState(
      WorkerIdentity who, FlowSettings settings, WorkerContext around, MonotonicTime start) {
    this.who = who;
    this.settings = settings;
    this.standing = around.ownership();
    this.random = around.random();
    this.inbox = new Inbox(new DeliveryRule(settings.horizon()));
    this.gapWatch = new GapTimer(who.session(), around.sightings());
    this.bornAt = start;
    this.viewAt = start;
    this.lookNotBefore = start;
    this.busyAt = start;
    this.movedAt = start;
    this.claimNotBefore = start;
    this.callNotBefore = start;
  }

  void ask(WorkerEffect effect) {
    out.add(effect);
  }

  void report(WorkerFact fact) {
    out.add(new WorkerEffect.Report(fact));
  }

  /** Reports that {@code call} has failed. */
  void attemptFailed(HandlerCall call, String reason) {
    report(
        new WorkerFact.AttemptFailed(
            WorkerFact.Subject.of(call.delivery()),
            call.attempt(),
            settings.attempts().max(),
            reason));
  }

  List<WorkerEffect> effects() {
    return out;
  }

  /**
   * The effects of the present step, and a wake-up if one is needed earlier than the one that is
   * armed: a tick too many does no harm.
   */
  List<WorkerEffect> takeEffects() {
    if (wake != null && !stopped && (armed == null || !wake.isAtOrAfter(armed))) {
      armed = wake;
      out.add(new WorkerEffect.WakeAt(wake));
    }
    wake = null;
    List<WorkerEffect> taken = out;
    out = new ArrayList<>();
    return taken;
  }

  /** The armed wake-up has come. */
  void awake() {
    armed = null;
  }

  void wakeAt(MonotonicTime time) {
    wake = wake == null ? time : MonotonicTime.earlier(wake, time);
  }

  /** How far the session's messages have been handled: what selects the next one. */
  Progress progress() {
    return uncommitted.ahead().map(SessionRecord::progress).orElse(Progress.NONE);
  }

  /** How far they have ended in the ledger: what settles copies. */
  Progress committed() {
    return view instanceof ReadOutcome.Found found ? found.record().progress() : Progress.NONE;
  }

  /** What the record says of message records beside it. */
  BesideRecord annex() {
    return committed().annex();
  }

  /** The fencing token on record. */
  long token() {
    return found().map(found -> found.record().token()).orElse(0L);
  }

  /** Whether {@code other} is the claim that the worker holds. */
  boolean isClaim(@Nullable ClaimId other) {
    return claim != null && claim.equals(other);
  }

  /** The number of the next handler call. */
  long nextCall() {
    return ++calls;
  }

  /** There is nothing to do here until somebody else has done something. */
  void park(WorkerFact.Parked.Reason reason, String why) {
    if (!why.equals(parkedFor)) {
      parkedFor = why;
      report(new WorkerFact.Parked(reason, why));
    }
    waitsFor = why;
  }

  /** It goes on. */
  void unpark() {
    parkedFor = null;
  }

  Optional<ReadOutcome.Found> found() {
    return view instanceof ReadOutcome.Found found ? Optional.of(found) : Optional.empty();
  }

  /** Takes in what a read or write showed; one that failed leaves the view as it was. */
  void see(ReadOutcome outcome, Now now) {
    if (outcome instanceof ReadOutcome.Unknown) {
      lookNotBefore = now.monotonic().plus(settings.pace().readInterval());
      return;
    }
    view = outcome;
    uncommitted.over(outcome instanceof ReadOutcome.Found found ? found.record() : null);
    viewAt = now.monotonic();
  }

  void see(SessionRecord record, Version version, Now now) {
    see(new ReadOutcome.Found(record, version), now);
  }

  WriteMark stamp(Now now) {
    return WriteMark.of(WriteId.random(random), now.wall());
  }

  Owner newOwner() {
    return new Owner(who.region(), who.instance(), ClaimId.random(random));
  }

  /** Puts a change of the record in view on the line, behind all that has ended so far. */
  void write(RecordChange change, Now now) {
    write(Optional.of(change), now);
  }

  /** Puts all that has ended so far on the line, with {@code last} behind it. */
  void write(Optional<RecordChange> last, Now now) {
    ReadOutcome.Found base = found().orElseThrow();
    SessionRecord ended = uncommitted.ahead().orElseThrow();
    SessionRecord changed = last.map(change -> change.appliedTo(ended, now.wall())).orElse(ended);
    SessionRecord record = changed.withStamp(stamp(now));
    if (last.isEmpty()) {
      uncommitted.writing(record);
    }
    writing = new CommitBatch(uncommitted.all(), last);
    line.write(new WriteIntent(record, Optional.of(base.version())), out);
  }

  /** Whether a write is out that holds nothing but ends, and nobody is known to write beside. */
  boolean isCommitting() {
    return writing != null && writing.last().isEmpty() && !line.isInDoubt();
  }

  /** Gives the other region time to come in. */
  void standBack(Now now) {
    claimNotBefore =
        now.monotonic().plus(settings.pace().readInterval().multipliedBy(LOOKS_TO_STAND_BACK));
  }

  /** A handler has ended well. */
  void ended(RecordChange.End end) {
    inbox.remove(end.delivery(), end.position());
    uncommitted.add(end);
  }

  /** Puts the creation of a record on the line. */
  void create(RecordChange change, SessionRecord record) {
    writing = new CommitBatch(List.of(), Optional.of(change));
    line.write(new WriteIntent(record, Optional.empty()), out);
  }

  /** Gives the claim back, and with it every report of a gap whose message is in hand. */
  void release(Now now) {
    write(new RecordChange.Release(Optional.ofNullable(aboutToStart), answeredGaps(now)), now);
  }

  /** Where work could go on. */
  StreamHeads heads(Now now) {
    return inbox.heads(progress(), now.wall());
  }

  /** The gaps on record whose missing message is in hand. */
  Set<StreamId> answeredGaps(Now now) {
    Progress progress = progress();
    if (progress.waiting().isEmpty()) {
      return Set.of();
    }
    return heads(now).positions().stream()
        .map(Position::stream)
        .filter(stream -> progress.gap(stream).isPresent())
        .collect(Collectors.toUnmodifiableSet());
  }

  void look() {
    line.look(out);
  }

  /** Remembers why to stop; the gravest reason stands. */
  void stopFor(Stopping reason) {
    if (stopping == null || stopping.compareTo(reason) < 0) {
      stopping = reason;
    }
  }

  /** The claims that the worker answers for: its own, and the one that is to follow it. */
  Set<ClaimId> claims() {
    Set<ClaimId> claims = new HashSet<>();
    if (claim != null) {
      claims.add(claim);
    }
    if (writing != null && writing.last().orElse(null) instanceof RecordChange.Renew renew) {
      claims.add(renew.next().claim());
    }
    return claims;
  }

  /** From now on the worker answers for no claim. */
  void forgetClaim() {
    claims().forEach(standing::unserve);
    claim = null;
    aboutToStart = null;
  }

  void settle(Delivery delivery, Settlement settlement) {
    settling++;
    ask(new WorkerEffect.Settle(delivery, settlement));
  }
}
