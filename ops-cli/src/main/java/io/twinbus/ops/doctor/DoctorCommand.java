package io.twinbus.ops.doctor;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks everything that the promises rest on. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Check what the promises rest on: the ledger's account and container, that it refuses outdated"
          + " writes, whose it is, clocks, the regions' queues and how they are set up, receivers, and"
          + " what waits for a person.",
      "Exit code 5 when something breaks a promise."
    },
    footer = {"%nExamples:", "  twinbus doctor", "  twinbus doctor --read-only --output json"})
public final class DoctorCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;

  @Option(
      names = "--read-only",
      description = "Write nothing: whether outdated writes are refused is not tried.")
  private boolean readOnly;

  /** Works in {@code context}. */
  public DoctorCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    SortedMap<String, FlatSettings> queues = common.queues(context);
    FlatSettings settings = queues.values().iterator().next();
    List<Finding> findings = new ArrayList<>();
    findings.addAll(new LedgerCheckUp(context, settings).run(!readOnly));
    boolean isLedgerGood = findings.stream().noneMatch(f -> f.grade() == Grade.BAD);
    findings.addAll(RegionCheckUp.number(settings));
    queues.forEach(
        (name, queue) ->
            findings.addAll(new RegionCheckUp(context, queue).run(queues.size() == 1 ? "" : name)));
    queues.values().forEach(queue -> findings.addAll(new EntityCheckUp(context, queue).run()));
    if (isLedgerGood) {
      findings.addAll(new TrafficCheckUp(context, settings).run(queues));
      queues.forEach(
          (name, queue) ->
              findings.addAll(
                  new TrafficCheckUp(context, queue).sessions(queues.size() == 1 ? "" : name)));
    } else {
      findings.add(
          new Finding("receivers", Grade.SKIPPED, "Not looked at, for the ledger is not well."));
    }
    Rows rows = new Rows(new Table("CHECK", "GRADE", "FINDING"), "check", "grade", "finding");
    for (Finding finding : findings) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("check", finding.check())
          .put("grade", finding.grade().name())
          .put("finding", finding.what());
      rows.row(json, finding.check(), finding.grade().name(), finding.what());
    }
    common.print(rows);
    boolean isBad = findings.stream().anyMatch(finding -> finding.grade() == Grade.BAD);
    return isBad ? ExitCode.UNHEALTHY.code() : ExitCode.OK.code();
  }
}
