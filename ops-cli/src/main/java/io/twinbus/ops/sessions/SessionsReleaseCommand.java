package io.twinbus.ops.sessions;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ops.acts.ManyOptions;
import io.twinbus.ops.acts.OwnerWatch;
import io.twinbus.ops.acts.SessionAct;
import io.twinbus.ops.acts.SessionOrder;
import io.twinbus.ops.acts.SessionsOrder;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.PlannedOption;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a dead owner's claim. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    description = {
      "End the claim of an owner that is dead.",
      "Receivers do so by themselves when they have work for the session. It is refused while the"
          + " owner shows a sign of life, and takes a lease time (10 s) to find out.",
      "Many at once by --status working or --prefix: without --yes they are counted. Each owner is"
          + " judged once; the sessions of one that is alive are left as they are."
    },
    footer = {
      "%nExamples:",
      "  twinbus sessions release TW17 --reason 'node lost' --yes",
      "  twinbus sessions release --status working --prefix TW00 --reason 'rack lost' --yes"
    })
final class SessionsReleaseCommand implements Callable<Integer> {

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

  SessionsReleaseCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    boolean isForMany = many.isMeant(id);
    FlatSettings settings = common.load(context);
    try (OpenLedger ledger = context.ledger().open(settings)) {
      OwnerWatch watch = new OwnerWatch(ledger, settings, context);
      SessionOrder order = new SessionOrder(ledger, context, common, act, planned);
      if (isForMany) {
        Map<InstanceId, OwnerState> judged = new ConcurrentHashMap<>();
        return new SessionsOrder(ledger, context, common, act, many)
            .run(
                "claims of dead owners ended",
                Undo.NONE,
                session -> one(session, ledger, order, owner -> judge(owner, watch, judged)));
      }
      SessionId session = new SessionId(String.valueOf(id));
      @Nullable Owner owner = Reads.record(ledger, session).record().custody().owner();
      return order.run(session, rule(owner, watch.judge(owner, common::tell)), Undo.NONE);
    }
  }

  private static void one(
      SessionId session,
      OpenLedger ledger,
      SessionOrder order,
      Function<@Nullable Owner, OwnerState> judge) {
    @Nullable Owner owner = Reads.record(ledger, session).record().custody().owner();
    order.carryOut(session, rule(owner, judge.apply(owner)));
  }

  /** Once for each owner: that takes up to a lease time. */
  private OwnerState judge(
      @Nullable Owner owner, OwnerWatch watch, Map<InstanceId, OwnerState> judged) {
    return owner == null
        ? OwnerState.DEAD
        : judged.computeIfAbsent(owner.instance(), instance -> watch.judge(owner, common::tell));
  }

  /** A claim that another owner has taken meanwhile is not judged. */
  private static SessionAct.Rule rule(@Nullable Owner owner, OwnerState state) {
    return (record, order) ->
        OperatorRule.release(
            record,
            Objects.equals(record.custody().owner(), owner) ? state : OwnerState.ALIVE,
            order);
  }
}
