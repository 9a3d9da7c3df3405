package io.twinbus.ops.regions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.InstanceStats;
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
    return Reads.instances(ledger).all().stream()
        .filter(l -> l.region().equals(region))
        .filter(l -> l.isFresh(lease, context.wall()))
        .toList();
  }

  /** Whether all receivers of {@code region} say {@code state} within {@code patience}. */
  boolean await(RegionName region, InstanceStats.State state, Duration patience) {
    MonotonicTime until = now().plus(patience);
    int told = -1;
    while (true) {
      List<InstanceView> here = receivers(region);
      long others = here.stream().filter(l -> l.stats().state() != state).count();
      if (others == 0) {
        return true;
      }
      int sessions = here.stream().mapToInt(l -> l.stats().sessions()).sum();
      if (sessions != told) {
        common.tell(
            "%d of %d receivers of %s are not there yet, %d sessions in hand …"
                .formatted(others, here.size(), region, sessions));
        told = sessions;
      }
      if (now().isAtOrAfter(until)) {
        return false;
      }
      Waits.between(context, LOOK);
    }
  }

  void print(RegionName region, String effect, boolean isComplete, int receivers) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("region", region.value())
        .put("done", act.isMeant())
        .put("effect", effect)
        .put("complete", isComplete)
        .put("receivers", receivers)
        .put("by", act.name(context, common))
        .put("reason", act.reason());
    Sheet sheet = new Sheet(json);
    sheet.line("region", region.value());
    sheet.line(act.isMeant() ? "done" : "would be", effect);
    sheet.line("receivers", Integer.toString(receivers));
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
