package io.twinbus.ops.doctor;

import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerExamination;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.RegionLocations;
import java.util.List;

/** The ledger's part of a check-up. */
final class LedgerCheckUp {

  private final CliContext context;
  private final FlatSettings settings;

  LedgerCheckUp(CliContext context, FlatSettings settings) {
    this.context = context;
    this.settings = settings;
  }

  List<LedgerExamination.Finding> run(boolean mayWrite) {
    return new LedgerExamination(
            LedgerSettings.from(settings),
            CosmosOptions.ofDefaults().withProbe(mayWrite),
            RegionLocations.from(settings),
            context.clocks())
        .run(Deployment.of(ClusterSettings.from(settings)), LedgerSettings.generation(settings));
  }
}
