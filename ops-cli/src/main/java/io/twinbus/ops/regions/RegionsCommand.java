package io.twinbus.ops.regions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.Saturation;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.ledger.InstancesView;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.ledger.ServedQueues;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the regions: whether each answers, the copies that wait there, its receivers. */
@Command(
    name = "regions",
    mixinStandardHelpOptions = true,
    description = {
      "List the regions: whether each answers, the copies that wait there, its receivers.",
      "With several queues it has a row for each region and queue; receivers are those that serve the"
          + " queue, with the sessions of all their queues."
    },
    footer = {
      "%nExamples:",
      "  twinbus regions",
      "  twinbus regions --queue payments",
      "  twinbus regions --output json"
    })
public final class RegionsCommand implements Callable<Integer> {

  private static final String OPEN = "OPEN";

  private final CliContext context;

  @Mixin private QueueOptions common;

  @Option(
      names = "--scan",
      defaultValue = "2000",
      description = "Count at most so many copies of each queue (default: ${DEFAULT-VALUE}).")
  private int scan;

  /** Works in {@code context}. */
  public RegionsCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    SortedMap<String, FlatSettings> queues = common.each(context);
    FlatSettings settings = queues.values().iterator().next();
    Duration lease = settings.get(ReceiverKeys.LEASE);
    ClusterSettings cluster = ClusterSettings.from(settings);
    InstancesView found;
    Optional<String> doubt;
    try (OpenLedger ledger = context.ledger().open(settings)) {
      found = Reads.instances(ledger);
      doubt = ClusterDoubt.of(ledger.deployment().get(), cluster);
      common.tellCost(ledger);
    }
    boolean areSeveral = common.queues(context).size() > 1;
    Rows rows = rows(areSeveral);
    ServedQueues served = found.served(lease, context.wall());
    SortedMap<String, EntityKey> keys = new TreeMap<>();
    List<RegionLooks.Seen> looks = new ArrayList<>();
    for (Map.Entry<String, FlatSettings> queue : queues.entrySet()) {
      ClusterSettings its = ClusterSettings.from(queue.getValue());
      EntityKey key = EntityKey.of(its.entity());
      keys.put(queue.getKey(), key);
      for (RegionLooks.Seen seen :
          new RegionLooks(context.queues(), its).look(scan, copy -> true)) {
        Optional<String> name = areSeveral ? Optional.of(queue.getKey()) : Optional.empty();
        List<InstanceView> here =
            areSeveral ? served.of(key, seen.region()) : served.at(seen.region());
        row(rows, new Looked(name, key, seen), here, new Wanted(found.directive(), its));
        looks.add(seen);
      }
    }
    common.print(rows);
    doubt.ifPresent(common::tell);
    PauseText.sentences(found.directive(), context.wall()).forEach(common::tell);
    looks.stream().flatMap(seen -> seen.trouble().stream()).distinct().forEach(common::tell);
    looks.stream()
        .limit(cluster.regions().size())
        .forEach(
            seen ->
                saturated(served.at(seen.region())).ifPresent(worst -> tell(seen.region(), worst)));
    served.sentences(keys).forEach(common::tell);
    return looks.stream().anyMatch(seen -> seen.trouble().isPresent())
        ? ExitCode.PARTIAL.code()
        : ExitCode.OK.code();
  }

  /**
   * A region as it was seen.
   *
   * @param queue the name of the queue that was looked at, where there are several
   * @param key that queue
   */
  private record Looked(Optional<String> queue, EntityKey key, RegionLooks.Seen seen) {}

  private static Rows rows(boolean areSeveral) {
    List<String> headings = new ArrayList<>(List.of("REGION"));
    if (areSeveral) {
      headings.add("QUEUE");
    }
    headings.addAll(
        List.of(
            "STATE", "RECEIVERS", "SESSIONS", "WAITING", "OLDEST", "SCHEDULED", "DEAD LETTERS"));
    return new Rows(
        new Table(headings.toArray(String[]::new)),
        "region",
        "queue",
        "state",
        "receivers",
        "sessions",
        "waiting",
        "oldestMs",
        "scheduled",
        "deadLetters",
        "countsComplete",
        "trouble",
        "paused.by",
        "paused.reason",
        "paused.since",
        "paused.until",
        "ledgerRefusedMs",
        "ledgerNeededPercent");
  }

  /** How the ledger falls short, by the receiver that lacks most. */
  private static Optional<InstanceStats.LedgerPressure> saturated(List<InstanceView> here) {
    return here.stream()
        .map(l -> l.stats().ledger())
        .filter(pressure -> pressure.saturation().isPresent())
        .max(
            Comparator.comparing(
                pressure -> pressure.saturation().map(Saturation::neededPercent).orElse(0)));
  }

  private void tell(RegionName region, InstanceStats.LedgerPressure worst) {
    worst
        .saturation()
        .ifPresent(
            saturation ->
                common.tell(
                    "Region %s: the ledger has refused writes (429) for %d s: %s."
                        .formatted(
                            region,
                            saturation.lasts().toSeconds(),
                            saturation.text(worst.waiting()))));
  }

  /** What the receivers of a region say of it, beside that it is open. */
  private static String stateOf(List<InstanceView> here, Looked looked) {
    String state = looked.queue().isPresent() ? ofHandlers(here, looked.key()) : ofHandlers(here);
    return state.equals(OPEN) && saturated(here).isPresent() ? "LEDGER SATURATED" : state;
  }

  /** {@code HANDLER AWAY} when no receiver of the region reaches a handler that works. */
  public static String ofHandlers(List<InstanceView> here) {
    boolean isAway =
        !here.isEmpty()
            && here.stream().allMatch(l -> l.stats().state() == InstanceStats.State.HANDLER_AWAY);
    return isAway ? "HANDLER AWAY" : OPEN;
  }

  /** The same of one queue of receivers that serve several. */
  private static String ofHandlers(List<InstanceView> here, EntityKey queue) {
    boolean isAway = !here.isEmpty() && here.stream().allMatch(each -> each.isHandlerAway(queue));
    return isAway ? "HANDLER AWAY" : OPEN;
  }

  /** What operators want of the receivers of {@code cluster}. */
  private record Wanted(Optional<Directive> directive, ClusterSettings cluster) {

    boolean isEvacuated(RegionName region) {
      return directive.map(d -> d.isEvacuated(region)).orElse(false);
    }

    Optional<Directive.Pause> pause(RegionName region, Instant now) {
      return PauseText.of(directive, cluster, region, now);
    }
  }

  private void row(Rows rows, Looked looked, List<InstanceView> here, Wanted wanted) {
    RegionLooks.Seen seen = looked.seen();
    Instant now = context.wall();
    boolean isEvacuated = wanted.isEvacuated(seen.region());
    Optional<Directive.Pause> pause = wanted.pause(seen.region(), now);
    boolean isDown = seen.trouble().isPresent();
    String state =
        isDown
            ? "NO ANSWER"
            : isEvacuated ? "EVACUATED" : pause.isPresent() ? "PAUSED" : stateOf(here, looked);
    int sessions = here.stream().mapToInt(l -> l.stats().sessions()).sum();
    List<QueuedCopy> waiting = seen.in(QueuedCopy.Place.ACTIVE);
    Optional<Instant> oldest =
        waiting.stream().map(copy -> copy.at().enqueuedAt()).min(Instant::compareTo);
    int scheduled = seen.in(QueuedCopy.Place.SCHEDULED).size();
    int dead = seen.in(QueuedCopy.Place.DEAD_LETTER).size();
    String more = seen.isWhole() ? "" : "+";
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("region", seen.region().value());
    looked.queue().ifPresent(queue -> json.put("queue", queue));
    json.put("state", state)
        .put("evacuated", isEvacuated)
        .put("receivers", here.size())
        .put("sessions", sessions);
    pause.ifPresent(each -> PauseText.addTo(json, each));
    saturated(here)
        .flatMap(InstanceStats.LedgerPressure::saturation)
        .ifPresent(
            saturation ->
                json.put("ledgerRefusedMs", saturation.lasts().toMillis())
                    .put("ledgerNeededPercent", saturation.neededPercent()));
    if (isDown) {
      json.put("trouble", seen.trouble().get());
    } else {
      json.put("waiting", waiting.size())
          .put("scheduled", scheduled)
          .put("deadLetters", dead)
          .put("countsComplete", seen.isWhole());
      oldest.ifPresent(at -> json.put("oldestMs", Duration.between(at, now).toMillis()));
    }
    List<String> cells = new ArrayList<>(List.of(seen.region().value()));
    looked.queue().ifPresent(cells::add);
    cells.addAll(
        List.of(
            state,
            Integer.toString(here.size()),
            Integer.toString(sessions),
            isDown ? "?" : waiting.size() + more,
            oldest.map(at -> Ages.between(at, now)).orElse("-"),
            isDown ? "?" : scheduled + more,
            isDown ? "?" : Integer.toString(dead)));
    rows.row(json, cells.toArray(String[]::new));
  }
}
