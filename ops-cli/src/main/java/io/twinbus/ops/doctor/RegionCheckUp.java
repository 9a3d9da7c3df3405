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

  /** Whether there is more than one region. */
  static List<Finding> number(FlatSettings settings) {
    return ClusterSettings.from(settings).regions().size() > 1
        ? List.of()
        : List.of(
            new Finding(
                "regions", Grade.WARNING, "One region is configured: when it dies, work stops."));
  }

  /**
   * What each region says of the settings' queue.
   *
   * @param queue its name, where there are several
   */
  List<Finding> run(String queue) {
    ClusterSettings cluster = ClusterSettings.from(settings);
    List<Finding> findings = new ArrayList<>();
    for (RegionLooks.Seen seen :
        new RegionLooks(context.queues(), cluster).lookAtLetters(ONE_PAGE, copy -> true)) {
      findings.add(finding(seen, "region %s %s".formatted(seen.region(), queue).strip()));
    }
    return findings;
  }

  private static Finding finding(RegionLooks.Seen seen, String check) {
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
