package io.twinbus.ops.regions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.ledger.InstancesView;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists receivers by their leases. */
@Command(
    name = "instances",
    mixinStandardHelpOptions = true,
    description = {
      "List receiver instances: lease age, sessions held, messages ended, version.",
      "The age compares this machine's clock with theirs; receivers judge each other by beats."
    },
    footer = {"%nExamples:", "  twinbus instances", "  twinbus instances --all --output json"})
public final class InstancesCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;

  @Option(
      names = "--all",
      description = "Also those whose lease ran out; they stay on record for an hour.")
  private boolean all;

  /** Works in {@code context}. */
  public InstancesCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    Duration lease = settings.get(ReceiverKeys.LEASE);
    InstancesView found;
    try (OpenLedger ledger = context.ledger().open(settings)) {
      found = Reads.instances(ledger);
      common.tellCost(ledger);
    }
    List<InstanceView> leases = found.all();
    Instant now = context.wall();
    Rows rows =
        new Rows(
            new Table(
                "INSTANCE",
                "REGION",
                "STATE",
                "LEASE",
                "SESSIONS",
                "CLAIMS",
                "ENDED",
                "TAKEOVERS",
                "UP",
                "VERSION"),
            "instance",
            "region",
            "state",
            "leaseAgeMs",
            "sessions",
            "claims",
            "ended",
            "takeovers",
            "waitsFor",
            "startedAt",
            "version");
    leases.stream()
        .sorted(
            Comparator.comparing((InstanceView l) -> l.region().value())
                .thenComparing(InstanceView::startedAt))
        .filter(l -> all || l.isFresh(lease, now))
        .forEach(l -> row(rows, l, l.isFresh(lease, now), now));
    common.print(rows);
    leases.stream()
        .filter(l -> l.isFresh(lease, now))
        .filter(InstanceView::isHandlerAway)
        .forEach(
            l ->
                common.tell(
                    "The handler of %s in %s is away%s."
                        .formatted(l.instance(), l.region(), l.handlerReason())));
    leases.stream()
        .filter(l -> l.isFresh(lease, now) && !l.stats().wanted().isEmpty())
        .forEach(l -> common.tell(waiting(l)));
    found.served(lease, now).sentences(keys()).forEach(common::tell);
    int hidden = leases.size() - rows.size();
    if (hidden > 0) {
      common.tell("%d more whose lease ran out; --all shows them.".formatted(hidden));
    }
    return ExitCode.OK.code();
  }

  private static String waiting(InstanceView lease) {
    int sessions = lease.stats().wanted().size();
    boolean isCut = sessions == InstanceStats.MOST_WANTED;
    return "%s in %s has messages of %s%d %s that others own; an owner without work releases them."
        .formatted(
            lease.instance(),
            lease.region(),
            isCut ? "at least " : "",
            sessions,
            sessions == 1 ? "session" : "sessions");
  }

  private SortedMap<String, EntityKey> keys() {
    SortedMap<String, EntityKey> keys = new TreeMap<>();
    common
        .queues(context)
        .forEach(
            (name, queue) -> keys.put(name, EntityKey.of(ClusterSettings.from(queue).entity())));
    return keys;
  }

  private static void row(Rows rows, InstanceView lease, boolean isFresh, Instant now) {
    InstanceStats vitals = lease.stats();
    String state = isFresh ? vitals.state().name() : "GONE";
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("instance", lease.instance().value())
        .put("region", lease.region().value())
        .put("state", state)
        .put("leaseAgeMs", Math.max(0, Duration.between(lease.beatAt(), now).toMillis()))
        .put("beat", lease.beat())
        .put("sessions", vitals.sessions())
        .put("claims", vitals.claims())
        .put("ended", vitals.ended())
        .put("takeovers", vitals.takeovers())
        .put("waitsFor", vitals.wanted().size())
        .put("startedAt", lease.startedAt().toString())
        .put("version", vitals.version());
    rows.row(
        json,
        lease.instance().value(),
        lease.region().value(),
        state,
        Ages.between(lease.beatAt(), now),
        Integer.toString(vitals.sessions()),
        Integer.toString(vitals.claims()),
        Long.toString(vitals.ended()),
        Long.toString(vitals.takeovers()),
        Ages.between(lease.startedAt(), now),
        vitals.version());
  }
}
