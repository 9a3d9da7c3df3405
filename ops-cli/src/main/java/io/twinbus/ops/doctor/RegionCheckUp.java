package io.twinbus.ops.doctor;

import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.ArrayList;
import java.util.List;

/** Whether each region's queue answers, and has dead letters. */
final class RegionCheckUp {

  private static final int ONE_PAGE = 250;

  private final CliContext context;
  private final FlatSettings settings;

  RegionCheckUp(CliContext context, FlatSettings settings) {
    this.context = context;
    this.settings = settings;
  }

  List<Finding> run() {
    ClusterSettings cluster = ClusterSettings.from(settings);
    List<Finding> findings = new ArrayList<>();
    if (cluster.regions().size() < 2) {
      findings.add(
          new Finding(
              "regions", Grade.WARNING, "One region is configured: when it dies, work stops."));
    }
    for (RegionLooks.Seen seen :
        new RegionLooks(context.queues(), cluster).lookAtLetters(ONE_PAGE, copy -> true)) {
      findings.add(finding(seen));
    }
    return findings;
  }

  private static Finding finding(RegionLooks.Seen seen) {
    String check = "region " + seen.region();
    if (seen.trouble().isPresent()) {
      return new Finding(check, Grade.BAD, seen.trouble().get());
    }
    int dead = seen.copies().size();
    return dead == 0
        ? new Finding(check, Grade.GOOD, "It answers, and has no dead letters.")
        : new Finding(
            check,
            Grade.WARNING,
            "It answers, and has %d%s dead letters: see 'dlq list'."
                .formatted(dead, seen.isWhole() ? "" : " or more"));
  }
}
