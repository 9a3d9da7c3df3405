package io.twinbus.ops.acts;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What one operator does with a command, entry by entry, in the ledger's audit container.
 *
 * <p>An entry is written before the act, or before a body is shown. Where it cannot be written,
 * nothing is done or shown. An act that fails afterwards gets a second entry, which says so.
 *
 * <p>Thread-safe as the ledger is.
 */
public final class AuditTrail {

  private static final int MAX_TRIES = 4;
  private static final Duration BETWEEN = Duration.ofMillis(200);

  private final OpenLedger ledger;
  private final CliContext context;
  private final AuditAuthor author;
  private final AuditSubject queue;

  /**
   * The trail of {@code author}.
   *
   * @param queue the queue or subscription that the command works on
   */
  public AuditTrail(OpenLedger ledger, CliContext context, AuditAuthor author, EntityKey queue) {
    this(ledger, context, author, AuditSubject.of(queue));
  }

  private AuditTrail(
      OpenLedger ledger, CliContext context, AuditAuthor author, AuditSubject queue) {
    this.ledger = ledger;
    this.context = context;
    this.author = author;
    this.queue = queue;
  }

  /** The trail of {@code author} on the queue that the command works on, if it does on one. */
  public static AuditTrail of(
      OpenLedger ledger, CliContext context, CommonOptions common, AuditAuthor author) {
    return new AuditTrail(
        ledger,
        context,
        author,
        new AuditSubject(common.queue(context), Optional.empty(), Optional.empty()));
  }

  /** The queue or subscription, to be narrowed to a session or message. */
  public AuditSubject queue() {
    return queue;
  }

  /** The session and the message that a copy in a queue names; each may be empty. */
  public AuditSubject about(String session, String message) {
    AuditSubject of = session.isEmpty() ? queue : queue.session(recordedSession(session));
    return message.isEmpty() ? of : of.message(new MessageId(recorded(message)));
  }

  /** The form in which the ledger keeps the id that a message in a queue carries. */
  public String recorded(String message) {
    return ledger.ids().ofMessage(message);
  }

  private SessionId recordedSession(String session) {
    return ledger.ids().of(new SessionId(session));
  }

  /**
   * Puts {@code what} on record; returns when it stands.
   *
   * @throws CommandFailure when it does not: then nothing may be done or shown
   */
  public void note(AuditSubject about, AuditedAct what) {
    AuditEntry entry = entry(about, what);
    String why = "no answer";
    for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
      WriteOutcome outcome = Answers.await(ledger.audit().create(entry));
      if (!(outcome instanceof WriteOutcome.Unknown unknown)) {
        return; // a conflict: an attempt before has landed
      }
      why = unknown.why();
      Waits.between(context, BETWEEN);
    }
    throw new CommandFailure(
        ExitCode.FAILURE,
        "The audit container took no entry (%s), so nothing was done or shown: create it with 'ledger init --yes' where it is missing, or have the right given to create documents there."
            .formatted(why));
  }

  /**
   * Puts an act on record as the session's or the directive's history has it.
   *
   * @throws CommandFailure when it does not stand
   */
  public void note(AuditSubject about, Act act) {
    note(about, audited(act));
  }

  /** Says that {@code act}, which is on record, came to nothing or is not known to stand. */
  public void failed(AuditSubject about, Act act, CommandFailure failure) {
    failed(about, audited(act), failure);
  }

  /** The same. */
  public void failed(AuditSubject about, AuditedAct what, CommandFailure failure) {
    String effect = "not done, or not known to be done: " + failure.getMessage();
    try {
      var unused =
          Answers.await(
              ledger
                  .audit()
                  .create(entry(about, new AuditedAct(what.kind(), what.reason(), effect))));
    } catch (CommandFailure e) {
      // The failure itself is what the operator must read, so a second one is not reported.
    }
  }

  private static AuditedAct audited(Act act) {
    return new AuditedAct(act.kind().name(), act.reason(), act.effect());
  }

  private AuditEntry entry(AuditSubject about, AuditedAct what) {
    return new AuditEntry(UUID.randomUUID().toString(), context.wall(), author, about, what);
  }
}
