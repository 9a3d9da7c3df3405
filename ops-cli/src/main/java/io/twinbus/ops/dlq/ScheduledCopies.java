package io.twinbus.ops.dlq;

import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.settings.ClusterSettings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The scheduled copies of messages whose letters are removed. When its time comes, such a copy
 * would become a new dead letter.
 */
final class ScheduledCopies {

  private ScheduledCopies() {}

  /** Those of the letters that {@code plan} removes and whose messages have ended. */
  static List<QueuedCopy> of(
      ReplayPlan plan, ClusterSettings cluster, CliContext context, CommonOptions common) {
    Set<Letter.Key> wanted =
        plan.items().stream()
            .filter(item -> item.isRemoved() && item.step() != ReplayRule.Step.IN_PLACE)
            .map(ReplayPlan.Item::letter)
            .filter(letter -> letter.copies().size() < cluster.regions().size())
            .map(Letter::key)
            .collect(Collectors.toSet());
    if (wanted.isEmpty()) {
      return List.of();
    }
    List<RegionLooks.Seen> seen =
        new RegionLooks(context.queues(), cluster)
            .look(
                RegionLooks.DEFAULT_MOST,
                copy ->
                    copy.place() == QueuedCopy.Place.SCHEDULED
                        && wanted.contains(Letter.Key.of(copy)));
    seen.stream()
        .filter(region -> region.trouble().isEmpty() && !region.isWhole())
        .forEach(
            region ->
                common.tell(
                    "Only the first %d copies of region %s were looked through for standby copies."
                        .formatted(RegionLooks.DEFAULT_MOST, region.region())));
    return seen.stream().flatMap(region -> region.copies().stream()).toList();
  }
}
