package io.twinbus.ops.doctor;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ops.ledger.ServedQueues;
import io.twinbus.protocol.RegionName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/** Whether the receivers at work serve each queue in each region. */
final class ServiceCheckUp {

  private final ServedQueues served;
  private final Collection<RegionName> regions;

  ServiceCheckUp(ServedQueues served, Collection<RegionName> regions) {
    this.served = served;
    this.regions = regions;
  }

  /**
   * What is found of {@code queues}, by name; nothing where receivers have not told what they
   * serve.
   */
  List<Finding> run(SortedMap<String, EntityKey> queues) {
    List<Finding> findings = new ArrayList<>();
    queues.forEach((name, key) -> findings.addAll(queue(name, key)));
    if (queues.size() > 1
        && findings.isEmpty()
        && queues.values().stream().allMatch(this::isServedEverywhere)) {
      String all = "Receivers at work serve each of %s, in every region.";
      findings.add(
          new Finding("queues", Grade.GOOD, all.formatted(String.join(", ", queues.keySet()))));
    }
    SortedSet<String> others = served.others(queues.values());
    if (!others.isEmpty()) {
      String beside =
          "Receivers also serve %s, which this configuration does not name: commands that read it do"
              + " not look there.";
      findings.add(new Finding("queues", Grade.GOOD, beside.formatted(String.join(", ", others))));
    }
    return findings;
  }

  private List<Finding> queue(String name, EntityKey key) {
    String check = "receivers of " + name;
    if (served.isUnserved(key)) {
      return List.of(new Finding(check, Grade.WARNING, ServedQueues.unserved("it")));
    }
    if (regions.stream().allMatch(region -> served.of(key, region).isEmpty())) {
      return List.of(); // it is not known yet who serves it
    }
    return regions.stream()
        .filter(region -> served.isUnserved(key, region))
        .map(
            region ->
                new Finding(
                    check,
                    Grade.WARNING,
                    "None of those at work in region %s serves it: the other regions do its work."
                        .formatted(region)))
        .toList();
  }

  private boolean isServedEverywhere(EntityKey key) {
    return regions.stream().noneMatch(region -> served.of(key, region).isEmpty());
  }
}
