package io.twinbus.ops.sessions;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.ManyOptions;
import io.twinbus.ops.acts.MessageEnding;
import io.twinbus.ops.acts.SessionAct;
import io.twinbus.ops.acts.SessionOrder;
import io.twinbus.ops.acts.SessionsOrder;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.PlannedOption;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.command.ShellWord;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets blocked sessions go on. */
@Command(
    name = "unblock",
    mixinStandardHelpOptions = true,
    description = {
      "Let a BLOCKED session go on: with the message that held it, or behind it.",
      "A message that is skipped ends as SKIPPED under your name; one that somebody has done by"
          + " hand ends as DONE. The copies of either are removed.",
      "Many at once by --status blocked, --prefix and --block-reason: without --yes they are"
          + " counted. Each session is an act of its own, so a command that was broken off goes on"
          + " when it is run again."
    },
    footer = {
      "%nExamples:",
      "  twinbus sessions unblock TW17 --retry --reason 'sink mended'",
      "  twinbus sessions unblock TW17 --skip --reason 'ticket 4711' --yes",
      "  twinbus sessions unblock TW17 --done --reason 'booked by hand, ticket 4712' --yes",
      "  twinbus sessions unblock --retry --status blocked --block-reason 500 --reason 'mended'"
          + " --yes"
    })
final class SessionsUnblockCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;
  @Mixin private ActOptions act;
  @Mixin private PlannedOption planned = new PlannedOption();
  @Mixin private ManyOptions many = new ManyOptions();

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "The session's id, as the producer gave it.")
  private @Nullable String id;

  @ArgGroup(multiplicity = "1")
  private How how = new How();

  @Option(
      names = "--stream",
      description =
          "With --skip or --done: the stream of the message, where several are held against.")
  private @Nullable String stream;

  /** One of the three. */
  static final class How {
    @Option(names = "--retry", description = "The message runs again, every attempt forgiven.")
    boolean retry;

    @Option(names = "--skip", description = "The message is passed over.")
    boolean skip;

    @Option(names = "--done", description = "Somebody has done by hand what the message asks for.")
    boolean done;

    EndState end() {
      return done ? EndState.DONE : EndState.SKIPPED;
    }
  }

  SessionsUnblockCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    boolean isForMany = many.isMeant(id);
    try (OpenLedger ledger = context.ledger().open(common.load(context))) {
      SessionOrder order = new SessionOrder(ledger, context, common, act, planned);
      MessageEnding messages =
          new MessageEnding(
              ledger, context, AuditTrail.of(ledger, context, common, act.author(context, common)));
      return isForMany
          ? new SessionsOrder(ledger, context, common, act, many)
              .run(
                  effect(), undo("--status … --prefix …"), session -> one(session, order, messages))
          : single(new SessionId(String.valueOf(id)), order, messages);
    }
  }

  private int single(SessionId session, SessionOrder order, MessageEnding messages) {
    Undo undo = undo(ShellWord.of(session.value()));
    Optional<ReadOutcome.Found<MessageRecord>> own = own(session, messages);
    if (own.isEmpty()) {
      return order.run(session, rule(), undo);
    }
    order.check(session, ownRule());
    if (act.isMeant()) {
      messages.carryOut(own.get(), how.end(), () -> act.order(context, common));
    }
    return order.run(session, ownRule(), undo);
  }

  /** The same for one of many, without printing. */
  private void one(SessionId session, SessionOrder order, MessageEnding messages) {
    Optional<ReadOutcome.Found<MessageRecord>> own = own(session, messages);
    if (own.isEmpty()) {
      order.carryOut(session, rule());
      return;
    }
    order.check(session, ownRule());
    messages.carryOut(own.get(), how.end(), () -> act.order(context, common));
    order.carryOut(session, ownRule());
  }

  /** A message of a foreign sender has a record of its own, which is written first. */
  private Optional<ReadOutcome.Found<MessageRecord>> own(
      SessionId session, MessageEnding messages) {
    return how.retry || stream != null ? Optional.empty() : messages.holding(session);
  }

  private SessionAct.Rule ownRule() {
    return (record, order) -> OperatorRule.passedOwn(record, how.end(), order);
  }

  private SessionAct.Rule rule() {
    if (how.retry) {
      return OperatorRule::retry;
    }
    Optional<StreamId> named = Optional.ofNullable(stream).map(StreamId::new);
    return how.done
        ? (record, order) -> OperatorRule.done(record, named, order)
        : (record, order) -> OperatorRule.skip(record, named, order);
  }

  private String effect() {
    if (how.retry) {
      return "unblocked, every attempt forgiven";
    }
    return how.done ? "unblocked, message done by hand" : "unblocked, message skipped";
  }

  /** What has been skipped stays so; what is to run again can be held again before it does. */
  private Undo undo(String which) {
    return how.retry ? Undo.by("sessions block " + which) : Undo.NONE;
  }
}
