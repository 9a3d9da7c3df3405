package io.twinbus.ops.sessions;

import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.MessageSkip;
import io.twinbus.ops.acts.SessionAct;
import io.twinbus.ops.acts.SessionOrder;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
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

/** Lets a blocked session go on. */
@Command(
    name = "unblock",
    mixinStandardHelpOptions = true,
    description = {
      "Let a BLOCKED session go on: with the message that held it, or behind it.",
      "A message that is skipped ends as SKIPPED under your name; its copies are removed."
    },
    footer = {
      "%nExamples:",
      "  twinbus sessions unblock TW17 --retry --reason 'sink mended'",
      "  twinbus sessions unblock TW17 --skip --reason 'ticket 4711' --yes"
    })
final class SessionsUnblockCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private ActOptions act;

  @Parameters(paramLabel = "ID", description = "The session's id, as the producer gave it.")
  private String id;

  @ArgGroup(multiplicity = "1")
  private How how = new How();

  @Option(
      names = "--stream",
      description = "With --skip: the stream of the message, where several are held against.")
  private @Nullable String stream;

  /** One of the two. */
  static final class How {
    @Option(names = "--retry", description = "The message runs again, every attempt forgiven.")
    boolean retry;

    @Option(names = "--skip", description = "The message is passed over.")
    boolean skip;
  }

  SessionsUnblockCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    SessionId session = new SessionId(id);
    Optional<StreamId> named = Optional.ofNullable(stream).map(StreamId::new);
    SessionAct.Rule rule =
        how.retry
            ? OperatorRule::retry
            : (record, order) -> OperatorRule.skip(record, named, order);
    try (OpenLedger ledger = context.ledger().open(common.load(context))) {
      SessionOrder order = new SessionOrder(ledger, context, common, act);
      return how.skip && named.isEmpty()
          ? skip(
              session,
              rule,
              order,
              new MessageSkip(
                  ledger,
                  context,
                  AuditTrail.of(ledger, context, common, act.author(context, common))))
          : order.run(session, rule);
    }
  }

  /** A message of a foreign sender has a record of its own, which is written first. */
  private int skip(
      SessionId session, SessionAct.Rule rule, SessionOrder order, MessageSkip messages) {
    Optional<ReadOutcome.Found<MessageRecord>> own = messages.holding(session);
    if (own.isEmpty()) {
      return order.run(session, rule);
    }
    order.check(session, OperatorRule::skipOwn);
    if (act.isMeant()) {
      messages.carryOut(own.get(), () -> act.order(context, common));
    }
    return order.run(session, OperatorRule::skipOwn);
  }
}
