package io.twinbus.ops.doctor;

import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.entity.EntityCheck;
import io.twinbus.protocol.entity.EntityDescription;
import io.twinbus.protocol.entity.EntityFinding;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.servicebus.NamespaceTier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether the regions' queues or subscriptions are set up as the promises need them, by the rule
 * that receivers start by; whether they have room; and of which tiers the namespaces are.
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
    Map<RegionName, NamespaceTier> tiers = new LinkedHashMap<>();
    for (RegionSettings region : cluster.regions().values()) {
      EntityReading reading = context.queues().describe(region, cluster.entity());
      if (reading instanceof EntityReading.Described found) {
        described.add(found.description());
        Optional<NamespaceTier> tier = context.queues().tier(region);
        tier.ifPresent(known -> tiers.put(region.name(), known));
        findings.addAll(room(region, cluster.entity(), tier));
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
    difference(tiers).ifPresent(findings::add);
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

  /** Whether there is room, and as much of it as the namespace's tier allows. */
  private List<Finding> room(
      RegionSettings region, EntitySettings entity, Optional<NamespaceTier> tier) {
    List<String> warnings = new ArrayList<>();
    tier.flatMap(found -> found.warning(region.name())).ifPresent(warnings::add);
    context
        .queues()
        .room(region, entity)
        .ifPresent(
            room -> {
              String name = capitalised(entity.inWords());
              room.warning(name, region.name()).ifPresent(warnings::add);
              tier.flatMap(found -> room.warning(name, region.name(), found))
                  .ifPresent(warnings::add);
            });
    return warnings.stream().map(sentence -> new Finding(CHECK, Grade.WARNING, sentence)).toList();
  }

  /** Each region gets every message: what one tier takes, another refuses. */
  private static Optional<Finding> difference(Map<RegionName, NamespaceTier> tiers) {
    if (tiers.values().stream().distinct().count() < 2) {
      return Optional.empty();
    }
    String each =
        tiers.entrySet().stream()
            .map(
                entry ->
                    "%s is %s"
                        .formatted(
                            entry.getKey(),
                            capitalised(entry.getValue().name().toLowerCase(Locale.ROOT))))
            .collect(Collectors.joining(", "));
    return Optional.of(
        new Finding(
            CHECK,
            Grade.WARNING,
            "The namespaces are of different tiers (%s): a message above 256 KB is taken by Premium alone, and each throttles at another rate. Take one tier for all."
                .formatted(each)));
  }

  private static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
