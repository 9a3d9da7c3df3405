package io.twinbus.ops.regions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.output.Sheet;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code evacuate} and {@code return} share: waiting for the region's receivers, and printing.
 */
final class SwitchOver {

  private static final Duration LOOK = Duration.ofMillis(500);

  private final OpenLedger ledger;
  private final CliContext context;
  private final CommonOptions common;
  private final ActOptions act;
  private final Duration lease;

  SwitchOver(
      OpenLedger ledger, CliContext context, CommonOptions common, ActOptions act, Duration lease) {
    this.ledger = ledger;
    this.context = context;
    this.common = common;
    this.act = act;
    this.lease = lease;
  }

  /** The region's receivers whose lease is fresh. */
  List<InstanceView> receivers(RegionName region) {
    return receivers(Optional.of(region));
  }

  /** The same of all regions where none is named. */
  List<InstanceView> receivers(Optional<RegionName> region) {
    return Reads.instances(ledger).all().stream()
        .filter(l -> region.map(l.region()::equals).orElse(true))
        .filter(l -> l.isFresh(lease, context.wall()))
        .toList();
  }

  /** Whether all receivers of {@code region} say {@code state} within {@code patience}. */
  boolean await(RegionName region, InstanceStats.State state, Duration patience) {
    return await(Optional.of(region), Set.of(state), patience);
  }

  /** Whether all receivers, of all regions where none is named, say one of {@code states}. */
  boolean await(Optional<RegionName> region, Set<InstanceStats.State> states, Duration patience) {
    MonotonicTime until = now().plus(patience);
    String where = region.map(RegionName::value).orElse("all regions");
    int told = -1;
    while (true) {
      List<InstanceView> here = receivers(region);
      long others = here.stream().filter(l -> !states.contains(l.stats().state())).count();
      if (others == 0) {
        return true;
      }
      int sessions = here.stream().mapToInt(l -> l.stats().sessions()).sum();
      if (sessions != told) {
        common.tell(
            "%d of %d receivers of %s are not there yet, %d sessions in hand …"
                .formatted(others, here.size(), where, sessions));
        told = sessions;
      }
      if (now().isAtOrAfter(until)) {
        return false;
      }
      Waits.between(context, LOOK);
    }
  }

  void print(RegionName region, String effect, boolean isComplete, Undo undo) {
    int receivers = receivers(region).size();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("region", region.value())
        .put("done", act.isMeant())
        .put("effect", effect)
        .put("complete", isComplete)
        .put("receivers", receivers)
        .put("undo", undo.text())
        .put("by", act.name(context, common))
        .put("reason", act.reason());
    Sheet sheet = new Sheet(json);
    sheet.line("region", region.value());
    sheet.line(act.isMeant() ? "done" : "would be", effect);
    sheet.line("receivers", Integer.toString(receivers));
    sheet.line("undo", undo.text());
    sheet.line("by", "%s: %s".formatted(act.name(context, common), act.reason()));
    common.print(sheet);
    if (!act.isMeant()) {
      common.tell("Nothing was changed; add --yes to do it.");
    }
  }

  private MonotonicTime now() {
    return context.clocks().now().monotonic();
  }
}
