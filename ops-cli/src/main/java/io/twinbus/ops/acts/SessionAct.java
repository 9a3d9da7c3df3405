package io.twinbus.ops.acts;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.OperatorDecision;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An operator's write to one session record, repeated until its outcome is known.
 *
 * <ol>
 *   <li>Read the record and decide by the rule. A refusal ends it.
 *   <li>Put the act on record in the audit container. Without that nothing is written.
 *   <li>Replace, If-Match. After an unknown outcome the same write is issued again; when the bound
 *       is met it may still land, and the sentence says so.
 *   <li>After a conflict read: the record carries the write id, or the act itself where a later
 *       writer has replaced it, then it is done. Otherwise decide anew, on the record as read. A
 *       decision that would change something else than the first one is the operator's to take.
 * </ol>
 */
public final class SessionAct {

  private static final int MAX_DECISIONS = 20;
  private static final Duration BETWEEN = Duration.ofMillis(200);

  /** How a record as read is decided on. */
  @FunctionalInterface
  public interface Rule {

    /** The decision about {@code record}, under {@code order}. */
    OperatorDecision decide(SessionRecord record, OperatorOrder order);
  }

  private final OpenLedger ledger;
  private final CliContext context;
  private final AuditTrail trail;

  /** Writes to {@code ledger}, each act to {@code trail} first. */
  public SessionAct(OpenLedger ledger, CliContext context, AuditTrail trail) {
    this.ledger = ledger;
    this.context = context;
    this.trail = trail;
  }

  /**
   * What {@code rule} would change now.
   *
   * @throws CommandFailure when it refuses, or there is no record
   */
  public OperatorDecision.Write plan(SessionId session, Rule rule, OperatorOrder order) {
    return decided(rule.decide(Reads.record(ledger, session).record(), order));
  }

  /**
   * Does what {@code rule} says; {@code orders} makes an order for each attempt, under a fresh
   * write id.
   *
   * @return what was changed
   * @throws CommandFailure when it refuses, or it is not known whether it was written
   */
  public String carryOut(SessionId session, Rule rule, Supplier<OperatorOrder> orders) {
    AtomicReference<@Nullable Act> noted = new AtomicReference<>();
    try {
      return carryOut(session, rule, orders, noted);
    } catch (CommandFailure e) {
      Act act = noted.get();
      if (act != null) {
        trail.failed(trail.queue().session(session), act, e);
      }
      throw e;
    }
  }

  private String carryOut(
      SessionId session,
      Rule rule,
      Supplier<OperatorOrder> orders,
      AtomicReference<@Nullable Act> noted) {
    ReadOutcome.Found<SessionRecord> seen = Reads.record(ledger, session);
    for (int decision = 0; decision < MAX_DECISIONS; decision++) {
      OperatorDecision.Write write = decided(rule.decide(seen.record(), orders.get()));
      note(session, write, noted);
      PendingWrite<SessionRecord> intent =
          new PendingWrite<>(write.record(), Optional.of(seen.version()));
      if (!(carried(session, intent) instanceof PendingWrite.Overwritten<SessionRecord> other)) {
        return write.effect();
      }
      seen =
          other.seen() instanceof ReadOutcome.Found<SessionRecord> found
              ? found
              : Reads.record(ledger, session);
      if (stands(write.record(), seen.record())) {
        return write.effect();
      }
      Waits.between(context, BETWEEN);
    }
    throw new CommandFailure(
        ExitCode.CONFLICT,
        "Session '%s' was written by others each time: nothing was changed, try again."
            .formatted(session.value()));
  }

  private PendingWrite.Ended<SessionRecord> carried(
      SessionId session, PendingWrite<SessionRecord> write) {
    return new CarriedWrite<>(
            context,
            new Place(ledger, session),
            why ->
                "It is not known whether session '%s' was changed (%s): look with 'sessions show', and run the command again if its history does not name you."
                    .formatted(session.value(), why))
        .carry(write);
  }

  private record Place(OpenLedger ledger, SessionId session)
      implements CarriedWrite.Store<SessionRecord> {

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read() {
      return ledger.sessions().read(session);
    }

    @Override
    public CompletionStage<WriteOutcome> write(SessionRecord record, Optional<Version> over) {
      return ledger.sessions().replace(record, over.orElseThrow());
    }
  }

  /** Once: a decision anew does the same, or nothing. */
  private void note(
      SessionId session, OperatorDecision.Write write, AtomicReference<@Nullable Act> noted) {
    Act before = noted.get();
    if (before == null) {
      trail.note(trail.queue().session(session), lastOf(write.record()));
      noted.set(lastOf(write.record()));
    } else if (!before.effect().equals(write.effect())) {
      throw new CommandFailure(
          ExitCode.CONFLICT,
          "Session '%s' has changed since it was read, and it would be '%s' now: nothing was done, look at it and decide again."
              .formatted(session.value(), write.effect()));
    }
  }

  private static boolean stands(SessionRecord mine, SessionRecord seen) {
    return seen.acts().contains(lastOf(mine));
  }

  private static Act lastOf(SessionRecord record) {
    return record.acts().get(record.acts().size() - 1);
  }

  private static OperatorDecision.Write decided(OperatorDecision decision) {
    if (decision instanceof OperatorDecision.Write write) {
      return write;
    }
    String why =
        decision instanceof OperatorDecision.Busy busy
            ? busy.why()
            : ((OperatorDecision.Refuse) decision).why();
    throw new CommandFailure(ExitCode.CONFLICT, why);
  }
}
