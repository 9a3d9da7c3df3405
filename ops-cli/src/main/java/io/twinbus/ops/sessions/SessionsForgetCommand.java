package io.twinbus.ops.sessions;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.ForgetRule;
import io.twinbus.ledger.store.SessionErasure;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.SessionOrder;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.PlannedOption;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.MessageEnds;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.protocol.SessionId;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Erases what the ledger holds of a session, but for how far it has come. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    description = {
      "Erase what the ledger keeps of a session: the handlers' state, the history of operators'"
          + " acts, its id, and the ids and reasons of its dead and skipped messages.",
      "Its record stays as a tombstone with the cursors until twinbus.ledger.retention is over,"
          + " so that no late copy of a former message runs. Then the account removes it.",
      "Refused while a receiver holds the session, or while it is blocked, waits for a gap, or has"
          + " a message that is to run again. Copies in queues and dead letters stay: see 'dlq"
          + " delete'. Entries of the audit container stay for their own time."
    },
    footer = {"%nExamples:", "  twinbus sessions forget TW17 --reason 'request 4711' --yes"})
final class SessionsForgetCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;
  @Mixin private ActOptions act;
  @Mixin private PlannedOption planned = new PlannedOption();

  @Parameters(paramLabel = "ID", description = "The session's id, as the producer gave it.")
  private String id;

  SessionsForgetCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (OpenLedger ledger = context.ledger().open(common.load(context))) {
      SessionId session = new SessionId(id);
      SessionRecord record = Reads.record(ledger, session).record();
      if (act.isMeant() && isBrokenOff(record, ledger)) {
        return ExitCode.OK.code();
      }
      Set<NotedEnd> carried = carried(record, new MessageEnds(ledger));
      int code =
          new SessionOrder(ledger, context, common, act, planned)
              .run(
                  session,
                  (seen, order) -> ForgetRule.forget(seen, order, carried::contains),
                  Undo.NONE);
      if (act.isMeant()) {
        tell(erased(ledger, record));
      }
      return code;
    }
  }

  /** A command that ended between its two steps is gone on with by the same command. */
  private boolean isBrokenOff(SessionRecord record, OpenLedger ledger) {
    if (record.status() != SessionStatus.FORGOTTEN) {
      return false;
    }
    SessionErasure.Outcome.Erased erased = erased(ledger, record);
    if (erased.erased() > 0) {
      tell(erased);
    }
    return erased.erased() > 0;
  }

  private SessionErasure.Outcome.Erased erased(OpenLedger ledger, SessionRecord record) {
    SessionErasure.Outcome outcome =
        Answers.await(ledger.erasure().erase(record.session(), act.order(context, common).stamp()));
    if (outcome instanceof SessionErasure.Outcome.Unknown unknown) {
      throw new CommandFailure(
          ExitCode.FAILURE,
          "The session is forgotten, and not all records of its single messages (%s): run the command again."
              .formatted(unknown.why()));
    }
    return (SessionErasure.Outcome.Erased) outcome;
  }

  private void tell(SessionErasure.Outcome.Erased erased) {
    if (erased.erased() > 0) {
      common.tell("Erased beside the session's record: %d records.".formatted(erased.erased()));
    }
    if (erased.left() > 0) {
      common.tell(
          "Left as they are, for their messages have not ended: %d records."
              .formatted(erased.left()));
    }
  }

  /** The noted end, where the message's own record says it, too. */
  private static Set<NotedEnd> carried(SessionRecord record, MessageEnds ends) {
    return record.progress().annex().noted().stream()
        .filter(
            noted ->
                ends.read(record.session(), new MessageName(noted.message(), noted.replay()).key())
                    .filter(MessageContent.Over.class::isInstance)
                    .isPresent())
        .collect(Collectors.toSet());
  }
}
