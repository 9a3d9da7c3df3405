package io.twinbus.ops.doctor;

import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerExamination;
import io.twinbus.ops.command.Surroundings;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.List;

/** The ledger's part of a check-up. */
final class LedgerCheckUp {

  private final Surroundings surroundings;
  private final FlatSettings settings;

  LedgerCheckUp(Surroundings surroundings, FlatSettings settings) {
    this.surroundings = surroundings;
    this.settings = settings;
  }

  List<LedgerExamination.Finding> run(boolean mayWrite) {
    return new LedgerExamination(
            LedgerSettings.from(settings),
            CosmosOptions.ofDefaults().withProbe(mayWrite),
            surroundings.clocks())
        .run(Deployment.of(ClusterSettings.from(settings)), LedgerSettings.generation(settings));
  }
}
