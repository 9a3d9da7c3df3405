package io.twinbus.ops.doctor;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.ExplicitStreamsOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.SessionPages;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.ledger.InstancesView;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.ledger.ServedQueues;
import io.twinbus.ops.regions.PauseText;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.LedgerKeys;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Checks the receivers at work, their clocks, and what waits for an operator. */
final class TrafficCheckUp {

  private static final Duration SKEW_THAT_MATTERS = Duration.ofSeconds(5);
  private static final int MANY = 100;
  private static final long KIB = 1024;

  private final CliContext context;
  private final FlatSettings settings;

  TrafficCheckUp(CliContext context, FlatSettings settings) {
    this.context = context;
    this.settings = settings;
  }

  /**
   * What the receivers of all queues say.
   *
   * @param queues the settings of each, by its name
   */
  List<Finding> run(SortedMap<String, FlatSettings> queues) {
    SortedMap<String, ClusterSettings> each = new TreeMap<>();
    queues.forEach((name, queue) -> each.put(name, ClusterSettings.from(queue)));
    List<Finding> findings = new ArrayList<>();
    try (OpenLedger ledger = context.ledger().open(settings)) {
      findings.addAll(answered("receivers", () -> instances(ledger, each)));
    }
    return findings;
  }

  /**
   * What the sessions of the settings' queue say.
   *
   * @param queue its name, where there are several
   */
  List<Finding> sessions(String queue) {
    try (OpenLedger ledger = context.ledger().open(settings)) {
      List<Finding> findings = new ArrayList<>(List.of(blocked(ledger)));
      findings.addAll(answered("gaps", () -> List.of(gaps(ledger))));
      findings.add(explicitStreams(ledger));
      return findings.stream()
          .map(each -> new Finding((each.check() + " " + queue).strip(), each.grade(), each.what()))
          .toList();
    }
  }

  /** A ledger that refuses one question (it may be saturated) has answers for the others. */
  private static List<Finding> answered(String check, Supplier<List<Finding>> look) {
    try {
      return look.get();
    } catch (CommandFailure e) {
      return List.of(new Finding(check, Grade.WARNING, String.valueOf(e.getMessage())));
    }
  }

  private List<Finding> instances(OpenLedger ledger, SortedMap<String, ClusterSettings> queues) {
    List<Finding> findings = new ArrayList<>();
    InstancesView found = Reads.instances(ledger);
    Set<RegionName> regions = ClusterSettings.from(settings).regions().keySet();
    for (RegionName region : regions) {
      findings.add(receivers(region, found, queues.values()));
      sessions(region, found, queues.size()).ifPresent(findings::add);
    }
    ReceiveLimits.leases(fresh(found).size()).ifPresent(findings::add);
    SortedMap<String, EntityKey> keys = new TreeMap<>();
    queues.forEach((name, queue) -> keys.put(name, EntityKey.of(queue.entity())));
    ServedQueues served = found.served(settings.get(ReceiverKeys.LEASE), context.wall());
    findings.addAll(new ServiceCheckUp(served, regions).run(keys));
    findings.addAll(pauses(found));
    findings.addAll(clocks(found));
    return findings;
  }

  private Finding receivers(
      RegionName region, InstancesView found, Collection<ClusterSettings> queues) {
    List<InstanceView> here = fresh(region, found);
    Instant now = context.wall();
    long alive = here.size();
    List<InstanceView> away = here.stream().filter(InstanceView::isHandlerAway).toList();
    String check = "receivers " + region;
    if (found.directive().map(d -> d.isEvacuated(region)).orElse(false)) {
      return new Finding(
          check,
          Grade.WARNING,
          "The region is evacuated: 'return %s' ends that.".formatted(region));
    }
    if (queues.stream()
        .allMatch(queue -> PauseText.of(found.directive(), queue, region, now).isPresent())) {
      return new Finding(
          check, Grade.WARNING, "%d alive, and paused by an operator.".formatted(alive));
    }
    if (!away.isEmpty()) {
      return new Finding(
          check,
          Grade.WARNING,
          "%d of %d at work find their handler away%s: nothing is lost, look at the handler."
              .formatted(away.size(), alive, away.get(0).handlerReason()));
    }
    return alive > 0
        ? new Finding(check, Grade.GOOD, "%d at work.".formatted(alive))
        : new Finding(check, Grade.WARNING, noneIsAlive(found));
  }

  /** Whether a queue bears what they hold; empty where none is at work. */
  private Optional<Finding> sessions(RegionName region, InstancesView found, int queues) {
    List<InstanceView> here = fresh(region, found);
    return here.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ReceiveLimits.sessions(
                region,
                new ReceiveLimits.Held(
                    here.size(),
                    here.stream().mapToLong(one -> one.stats().sessions()).sum(),
                    settings.get(ReceiverKeys.MAX_SESSIONS),
                    queues)));
  }

  private List<InstanceView> fresh(RegionName region, InstancesView found) {
    return fresh(found).stream().filter(one -> one.region().equals(region)).toList();
  }

  private List<InstanceView> fresh(InstancesView found) {
    Duration lease = settings.get(ReceiverKeys.LEASE);
    Instant now = context.wall();
    return found.all().stream().filter(one -> one.isFresh(lease, now)).toList();
  }

  private String noneIsAlive(InstancesView found) {
    return fresh(found).isEmpty()
        ? "None is alive, in no region: nothing is handled. The receivers' logs say why."
        : "None is alive: the other region does all the work.";
  }

  private List<Finding> pauses(InstancesView found) {
    return PauseText.sentences(found.directive(), context.wall()).stream()
        .map(sentence -> new Finding("pause", Grade.WARNING, sentence + ". 'resume' ends it."))
        .toList();
  }

  /**
   * A beat from the future says that a clock is ahead; one from the past may be a dead instance.
   */
  private List<Finding> clocks(InstancesView found) {
    Instant now = context.wall();
    return found.all().stream()
        .filter(l -> Duration.between(now, l.beatAt()).compareTo(SKEW_THAT_MATTERS) > 0)
        .map(
            l ->
                new Finding(
                    "clock of " + l.instance(),
                    Grade.WARNING,
                    "It is %d s ahead of this machine's: messages expire early there."
                        .formatted(Duration.between(now, l.beatAt()).toSeconds())))
        .toList();
  }

  private static Finding blocked(OpenLedger ledger) {
    if (!(Answers.await(ledger.queries().counts()) instanceof CountsOutcome.Counted counted)) {
      return new Finding("blocked", Grade.WARNING, "The ledger could not count its sessions.");
    }
    long blocked = counted.byStatus().getOrDefault(SessionStatus.BLOCKED, 0L);
    return blocked == 0
        ? new Finding("blocked", Grade.GOOD, "No session is BLOCKED.")
        : new Finding(
            "blocked",
            Grade.WARNING,
            "%s for an operator: see 'sessions list --status blocked'."
                .formatted(
                    blocked == 1 ? "1 session waits" : "%d sessions wait".formatted(blocked)));
  }

  private static Finding gaps(OpenLedger ledger) {
    SessionPages.Listing listing =
        SessionPages.read(ledger, SessionFilter.ALL.withGaps(), MANY, Optional.empty());
    return listing.sessions().isEmpty()
        ? new Finding("gaps", Grade.GOOD, "No region reports a gap.")
        : new Finding(
            "gaps",
            Grade.WARNING,
            "%d%s sessions wait for a missing message: see 'gaps list'."
                .formatted(
                    listing.sessions().size(), listing.next().isPresent() ? " or more" : ""));
  }

  private Finding explicitStreams(OpenLedger ledger) {
    String check = "explicit streams";
    if (!(Answers.await(ledger.queries().explicitStreams())
        instanceof ExplicitStreamsOutcome.Counted counted)) {
      return new Finding(check, Grade.WARNING, "The ledger could not count them.");
    }
    if (counted.documents() == 0) {
      return new Finding(check, Grade.GOOD, "No application numbers its messages itself.");
    }
    String kept =
        "%,d documents with cursors of streams that applications number, about %,d KiB"
            .formatted(counted.documents(), Math.max(1, counted.bytes() / KIB));
    return new Finding(
        check,
        Grade.GOOD,
        settings
            .find(LedgerKeys.EXPLICIT_RETENTION)
            .map(time -> kept + "; each stays for %d days.".formatted(time.toDays()))
            .orElse(kept + "; they stay for ever (" + LedgerKeys.EXPLICIT_RETENTION + ")."));
  }
}
