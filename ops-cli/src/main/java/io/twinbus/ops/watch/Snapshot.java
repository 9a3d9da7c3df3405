package io.twinbus.ops.watch;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.regions.PauseText;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the system showed at one moment.
 *
 * @param at when
 * @param leases the instances, fresh or not
 * @param wanted what operators want of the regions
 * @param counts sessions by status; empty when the ledger did not say
 * @param gaps how many sessions wait for a missing message
 * @param queues each region's queue
 * @param ledgerTrouble why the ledger says nothing
 * @param rows where all of several queues are watched, each of them; then {@code queues} are their
 *     sums, and sessions are not counted
 */
public record Snapshot(
    Instant at,
    List<InstanceView> leases,
    Wanted wanted,
    Map<SessionStatus, Long> counts,
    int gaps,
    SortedMap<RegionName, Queue> queues,
    Optional<String> ledgerTrouble,
    List<QueueRow> rows) {

  /** Copies {@code rows}. */
  public Snapshot {
    rows = List.copyOf(rows);
  }

  /** A snapshot of one queue. */
  public Snapshot(
      Instant at,
      List<InstanceView> leases,
      Wanted wanted,
      Map<SessionStatus, Long> counts,
      int gaps,
      SortedMap<RegionName, Queue> queues,
      Optional<String> ledgerTrouble) {
    this(at, leases, wanted, counts, gaps, queues, ledgerTrouble, List.of());
  }

  /**
   * What operators want.
   *
   * @param evacuated the regions that take no work
   * @param paused the regions whose receivers are paused, with the longest pause of each
   * @param sentences the pauses in words, and a doubt whether this is the cluster that is meant
   */
  public record Wanted(
      Set<RegionName> evacuated, Map<RegionName, Directive.Pause> paused, List<String> sentences) {

    /** The same with a doubt about the whole. */
    public Wanted and(Optional<String> doubt) {
      List<String> all = new ArrayList<>(sentences);
      doubt.ifPresent(all::add);
      return new Wanted(evacuated, paused, List.copyOf(all));
    }

    /** Operators want nothing. */
    public static final Wanted NOTHING = new Wanted(Set.of(), Map.of(), List.of());

    /** What {@code directive} wants of the receivers of {@code cluster}. */
    public static Wanted of(Optional<Directive> directive, ClusterSettings cluster, Instant now) {
      Map<RegionName, Directive.Pause> paused = new TreeMap<>();
      for (RegionName region : cluster.regions().keySet()) {
        PauseText.of(directive, cluster, region, now).ifPresent(pause -> paused.put(region, pause));
      }
      return new Wanted(
          directive.map(d -> d.evacuated().keySet()).orElseGet(Set::of),
          paused,
          PauseText.sentences(directive, now));
    }
  }

  /**
   * One region's queue.
   *
   * @param waiting active copies, of those that were looked at
   * @param scheduled scheduled ones, of those
   * @param dead dead letters, of those
   * @param isWhole whether all were looked at
   * @param lag how long the oldest active copy has waited
   * @param trouble why the region says nothing
   * @param longest the sessions whose copies have waited longest, at most {@value #MAX_LONGEST}
   */
  public record Queue(
      int waiting,
      int scheduled,
      int dead,
      boolean isWhole,
      Optional<Duration> lag,
      Optional<String> trouble,
      List<Waiting> longest) {

    /** How many waiting sessions a snapshot names for each region. */
    public static final int MAX_LONGEST = 50;

    /** Copies {@code longest}. */
    public Queue {
      longest = List.copyOf(longest);
    }

    /** A queue without its waiting sessions. */
    public Queue(
        int waiting,
        int scheduled,
        int dead,
        boolean isWhole,
        Optional<Duration> lag,
        Optional<String> trouble) {
      this(waiting, scheduled, dead, isWhole, lag, trouble, List.of());
    }

    /** The sum of {@code queues}; it has trouble where all of them have. */
    static Queue sum(List<Queue> queues) {
      List<Queue> said = queues.stream().filter(each -> each.trouble().isEmpty()).toList();
      if (said.isEmpty()) {
        return queues.get(0);
      }
      return new Queue(
          said.stream().mapToInt(Queue::waiting).sum(),
          said.stream().mapToInt(Queue::scheduled).sum(),
          said.stream().mapToInt(Queue::dead).sum(),
          said.size() == queues.size() && said.stream().allMatch(Queue::isWhole),
          said.stream().flatMap(each -> each.lag().stream()).max(Duration::compareTo),
          Optional.empty());
    }

    /** The queue of a region that does not answer. */
    public static Queue silent(String why) {
      return new Queue(0, 0, 0, false, Optional.empty(), Optional.of(why));
    }
  }

  /**
   * A session that waits in a region's queue.
   *
   * @param session its id, as the producer gave it
   * @param copies how many of its copies are active, of those that were looked at
   * @param since when the oldest of them came
   * @param head the id of that one's message
   */
  public record Waiting(String session, int copies, Instant since, String head) {}

  /** The instances of {@code region} whose lease is younger than {@code time}. */
  public List<InstanceView> fresh(RegionName region, Duration time) {
    return leases.stream()
        .filter(lease -> lease.region().equals(region) && isFresh(lease, time))
        .toList();
  }

  /** Whether the instance showed a sign of life within {@code time}. */
  public boolean isFresh(InstanceView lease, Duration time) {
    return lease.isFresh(time, at);
  }

  /** Whether operators want {@code region} to take no work. */
  public boolean isEvacuated(RegionName region) {
    return wanted.evacuated().contains(region);
  }

  /** The pause that keeps the receivers of {@code region} longest. */
  public Optional<Directive.Pause> pause(RegionName region) {
    return Optional.ofNullable(wanted.paused().get(region));
  }
}
