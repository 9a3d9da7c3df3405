package io.twinbus.simulation;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.OperatorDecision;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.WireMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * How simulated processes are put together: the way of the product, unless a test overrides a part
 * to see what then goes wrong.
 */
public class Wiring {

  private boolean isAlwaysGrouped;

  /** How long a region's report stands before policy {@code skip} acts on it. */
  static final Duration GAP_BOUND = Duration.ofSeconds(20);

  /**
   * How long an idle claim is kept that nobody waits for: here no longer than any other, so that
   * claims change hands often; {@code KeptClaimsTest} keeps them for ever.
   */
  public Duration longLinger() {
    return Duration.ofSeconds(2);
  }

  /** The settings of every worker: the defaults, with the long waits shortened. */
  public FlowSettings flow() {
    return new FlowSettings(
        new FlowSettings.Pace(
            FlowSettings.Idle.of(Duration.ofSeconds(2)).withLongLinger(longLinger()),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(3)),
        new FlowSettings.Attempts(
            5,
            new FlowSettings.Backoff(Duration.ofMillis(200), Duration.ofSeconds(5)),
            Duration.ofSeconds(10),
            FlowSettings.OnPoison.DEAD_LETTER,
            InDoubt.RERUN,
            Duration.ZERO),
        new FlowSettings.Window(4, 8, 256),
        FlowSettings.Commit.EACH,
        new FlowSettings.Gaps(FlowSettings.GapPolicy.WAIT, GAP_BOUND, Horizon.ofDefaults()));
  }

  /** How many bytes of copies a receiver may hold: more than it is ever given. */
  public long maxBuffered() {
    return 1L << 30;
  }

  /** The same, and every history commits in groups; otherwise every other one does. */
  public final Wiring inGroups() {
    isAlwaysGrouped = true;
    return this;
  }

  final boolean isAlwaysGrouped() {
    return isAlwaysGrouped;
  }

  /** The session records as the ledger keeps them. */
  public SessionStore sessions(SessionStore real) {
    return real;
  }

  /** The message records as the ledger keeps them. */
  public MessageStore messages(MessageStore real) {
    return real;
  }

  /** The instance leases as the ledger keeps them. */
  public LeaseStore leases(LeaseStore real) {
    return real;
  }

  /** What the process of that name takes an answer about leases for. */
  public BeatsOutcome seenLeases(String process, BeatsOutcome real) {
    return real;
  }

  /** What a worker knows of its instance and the others. */
  public Ownership standing(Ownership real) {
    return real;
  }

  /** The name of a process's next incarnation; {@code before} is null for its first. */
  public InstanceId nextInstance(@Nullable InstanceId before, Random random) {
    return InstanceId.random(random);
  }

  /** Whether a worker that died of an exception has its claim released by its process. */
  public boolean supervises() {
    return true;
  }

  /**
   * What a sender hears of its journal before that has written what is appended: nothing.
   *
   * @param messageWaits whether a message waits to be written as well
   */
  public Optional<Event> hearsEarly(Effect appended, boolean messageWaits) {
    return Optional.empty();
  }

  /** What a sender hears of a batch. */
  public Event hears(Event real) {
    return real;
  }

  /** The place that a sender is told an application's number has; null: it is told nothing. */
  public @Nullable ExplicitSequence place(ExplicitSequence real) {
    return real;
  }

  /** What an application's journal says to its next sender. */
  public RecoveredJournal recovered(RecoveredJournal real) {
    return real;
  }

  /** What the producer of that name puts on the wire for a batch. */
  public List<WireMessage> sends(String producer, List<WireMessage> real) {
    return real;
  }

  /** What an operator who orders something is answered, given the session's record. */
  public OperatorDecision decides(SessionRecord record, OperatorDecision real) {
    return real;
  }

  /** What an operator writes who ends pauses, given the directive as it was. */
  public Directive resumed(Directive before, Directive real) {
    return real;
  }

  /** A worker for a session that was accepted. */
  public SessionCore worker(WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
    return SessionCore.of(new SessionWorker(who, flow, around, now));
  }
}
