package io.twinbus.ops.doctor;

import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.entity.EntityCheck;
import io.twinbus.protocol.entity.EntityDescription;
import io.twinbus.protocol.entity.EntityFinding;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the regions' queues or subscriptions are set up as the promises need them, by the rule
 * that receivers start by; and whether they have room.
 */
final class EntityCheckUp {

  private static final String CHECK = "entities";

  private final CliContext context;
  private final FlatSettings settings;

  EntityCheckUp(CliContext context, FlatSettings settings) {
    this.context = context;
    this.settings = settings;
  }

  List<Finding> run() {
    ClusterSettings cluster = ClusterSettings.from(settings);
    List<EntityDescription> described = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (RegionSettings region : cluster.regions().values()) {
      EntityReading reading = context.queues().describe(region, cluster.entity());
      if (reading instanceof EntityReading.Described found) {
        described.add(found.description());
        context
            .queues()
            .room(region, cluster.entity())
            .flatMap(room -> room.warning(capitalised(cluster.entity().inWords()), region.name()))
            .ifPresent(sentence -> findings.add(new Finding(CHECK, Grade.WARNING, sentence)));
      } else if (reading instanceof EntityReading.Missing missing) {
        findings.add(new Finding(CHECK, Grade.BAD, missing.sentence()));
      } else if (reading instanceof EntityReading.Unreadable unreadable) {
        findings.add(new Finding(CHECK, Grade.SKIPPED, unreadable.sentence()));
      }
    }
    for (EntityFinding finding :
        new EntityCheck(Horizon.from(settings).retention()).check(described)) {
      boolean isRefused = finding.severity() == EntityFinding.Severity.REFUSAL;
      findings.add(new Finding(CHECK, isRefused ? Grade.BAD : Grade.WARNING, finding.sentence()));
    }
    if (findings.isEmpty()) {
      findings.add(
          new Finding(
              CHECK,
              Grade.GOOD,
              "%s is set up as it must be, and alike in every region."
                  .formatted(capitalised(cluster.entity().inWords()))));
    }
    return findings;
  }

  private static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
