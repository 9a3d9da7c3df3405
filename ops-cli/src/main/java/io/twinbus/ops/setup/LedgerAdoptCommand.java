package io.twinbus.ops.setup;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.OperatorOption;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Sheet;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells the ledger that its deployment has changed. */
@Command(
    name = "adopt",
    mixinStandardHelpOptions = true,
    description = {
      "Tell the ledger that its deployment has another name, other regions or other endpoints: the"
          + " document that says whose ledger it is is replaced by what is configured here.",
      "All receivers must have stopped: the command watches their leases for one lease time, and"
          + " refuses while one beats. Where only twinbus.cluster is missing here, set that"
          + " instead."
    },
    footer = {"%nExamples:", "  twinbus ledger adopt", "  twinbus ledger adopt --yes"})
final class LedgerAdoptCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private OperatorOption operator;

  @Option(
      names = "--yes",
      description = "Do it. Without this the command only says what it would do.")
  private boolean yes;

  LedgerAdoptCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    Deployment mine = Deployment.of(ClusterSettings.from(settings));
    Optional<Deployment> before;
    try (OpenLedger ledger = context.ledger().open(settings)) {
      before = ledger.deployment().get();
      boolean isNew = before.filter(mine::equals).isEmpty();
      if (isNew) {
        requireSilence(ledger, settings.get(ReceiverKeys.LEASE));
      }
      if (yes && isNew) {
        adopt(settings, ledger, mine);
      }
    }
    print(before, mine);
    return ExitCode.OK.code();
  }

  private void adopt(FlatSettings settings, OpenLedger ledger, Deployment mine) {
    AuditTrail trail = AuditTrail.of(ledger, context, common, operator.author(context, common));
    AuditedAct act = new AuditedAct(AuditedAct.LEDGER_ADOPT, "", "the deployment becomes " + mine);
    trail.note(AuditSubject.deployment(), act);
    try {
      LedgerAccess.adopt(settings, mine, context.clocks());
    } catch (CommandFailure e) {
      trail.failed(AuditSubject.deployment(), act, e);
      throw e;
    }
  }

  private void requireSilence(OpenLedger ledger, Duration lease) {
    Map<InstanceId, Long> first = beats(ledger);
    if (first.isEmpty()) {
      return;
    }
    common.tell(
        "Watching the leases of %d receivers for %d s …"
            .formatted(first.size(), lease.toSeconds()));
    Waits.between(context, lease);
    beats(ledger)
        .forEach(
            (instance, beat) -> {
              if (!beat.equals(first.get(instance))) {
                throw new CommandFailure(
                    ExitCode.CONFLICT,
                    "Receiver %s is alive: stop every receiver of the deployment first."
                        .formatted(instance));
              }
            });
  }

  private static Map<InstanceId, Long> beats(OpenLedger ledger) {
    if (!(Answers.await(ledger.instances().leases().readAll())
        instanceof BeatsOutcome.Found found)) {
      throw new CommandFailure(ExitCode.FAILURE, "The ledger could not read the leases.");
    }
    Map<InstanceId, Long> beats = new HashMap<>();
    found.beats().forEach(beat -> beats.put(beat.instance(), beat.beat()));
    return beats;
  }

  private void print(Optional<Deployment> before, Deployment mine) {
    String was = before.map(Deployment::toString).orElse("nobody's");
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("done", yes).put("was", was).put("deployment", mine.toString());
    Sheet sheet = new Sheet(json);
    sheet.line("was", was);
    sheet.line("deployment", mine.toString());
    sheet.line(yes ? "done" : "would be", "written into both containers");
    sheet.line("undo", "the same command with the former configuration");
    common.print(sheet);
    if (!yes) {
      common.tell("Nothing was changed; add --yes to do it.");
    }
  }
}
