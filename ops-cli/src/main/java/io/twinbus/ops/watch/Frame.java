package io.twinbus.ops.watch;

import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Table;
import io.twinbus.ops.regions.RegionsCommand;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.text.Printable;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One picture of the system as lines, none wider than the terminal: narrow ones leave columns out.
 *
 * @param width the terminal's, from {@value #NARROWEST}
 * @param height the terminal's, from {@value #LOWEST}
 * @param ink whether trouble is coloured
 */
record Frame(int width, int height, Ink ink) {

  static final int NARROWEST = 40;
  static final int LOWEST = 10;
  private static final int WIDE = 110;
  private static final int SHORT_ID = 8;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  List<String> lines(String cluster, Snapshot now, Rates rates, Events events, Duration lease) {
    List<String> lines = new ArrayList<>();
    lines.add(cut("twinbus  cluster %s  %s UTC".formatted(cluster, TIME.format(now.at()))));
    lines.add("");
    lines.addAll(regions(now, rates, lease));
    now.wanted().sentences().forEach(sentence -> lines.add(ink.bad(cut(Printable.of(sentence)))));
    lines.add("");
    if (now.rows().isEmpty() || now.ledgerTrouble().isPresent()) {
      lines.add(sessions(now));
    }
    addQueues(lines, now);
    lines.add("");
    if (now.ledgerTrouble().isEmpty()) {
      addInstances(lines, now, rates, lease);
    }
    for (Events.Event event : events.newest(height - lines.size() - 1)) {
      String line = cut("%s  %s".formatted(TIME.format(event.at()), Printable.of(event.what())));
      lines.add(event.isBad() ? ink.bad(line) : line);
    }
    return lines;
  }

  /** What is there before the first picture: a look that opens its connections takes a while. */
  List<String> before(String cluster) {
    return List.of(cut("twinbus  cluster %s  looking …".formatted(cluster)));
  }

  /** Half of what is left of the terminal at most: the rest is for what happened. */
  private void addInstances(List<String> lines, Snapshot now, Rates rates, Duration lease) {
    int left = height - lines.size() - 1;
    List<String> instances = instances(now, rates, lease);
    int shown = Math.min(instances.size(), Math.max(3, left / 2));
    lines.addAll(instances.subList(0, shown));
    if (shown < instances.size()) {
      lines.add(cut("… and %d more: see 'instances'".formatted(instances.size() - shown)));
    }
    lines.add("");
  }

  /** Those that need a look come first; half of the terminal at most, and three at least. */
  private void addQueues(List<String> lines, Snapshot now) {
    if (now.rows().isEmpty()) {
      return;
    }
    int most = Math.max(3, (height - lines.size() - 1) / 2);
    lines.addAll(new QueueTable(width, ink).lines(now.rows(), most));
  }

  private List<String> regions(Snapshot now, Rates rates, Duration lease) {
    Table table =
        isWide()
            ? new Table(
                "REGION",
                "STATE",
                "RECEIVERS",
                "SESSIONS",
                "ENDED/S",
                "LAG",
                "WAITING",
                "SCHEDULED",
                "DEAD LETTERS",
                "TROUBLE")
            : new Table("REGION", "STATE", "RECV", "SESS", "ENDED/S", "LAG", "WAITING", "DEAD");
    List<Boolean> bad = new ArrayList<>();
    now.queues()
        .forEach(
            (region, queue) -> {
              table.row(cells(now, rates, lease, region, queue));
              bad.add(queue.trouble().isPresent());
            });
    List<String> lines = printed(table);
    for (int i = 0; i < bad.size(); i++) {
      if (bad.get(i)) {
        lines.set(i + 1, ink.bad(lines.get(i + 1)));
      }
    }
    return lines;
  }

  private String[] cells(
      Snapshot now, Rates rates, Duration lease, RegionName region, Snapshot.Queue queue) {
    List<String> cells = new ArrayList<>();
    cells.add(region.value());
    cells.addAll(ofTheLedger(now, rates, lease, region, queue.trouble().isPresent()));
    cells.addAll(QueueTable.copies(queue, isWide()));
    if (isWide()) {
      cells.add(queue.trouble().orElse(""));
    }
    return cells.toArray(String[]::new);
  }

  /** What only the ledger knows of a region: without it nothing is, and not zero. */
  private static List<String> ofTheLedger(
      Snapshot now, Rates rates, Duration lease, RegionName region, boolean isDown) {
    if (now.ledgerTrouble().isPresent()) {
      return List.of(isDown ? "NO ANSWER" : "?", "?", "?", "?");
    }
    List<InstanceView> here = now.fresh(region, lease);
    return List.of(
        isDown
            ? "NO ANSWER"
            : now.isEvacuated(region)
                ? "EVACUATED"
                : now.pause(region).isPresent() ? "PAUSED" : RegionsCommand.ofHandlers(here),
        Integer.toString(here.size()),
        Integer.toString(here.stream().mapToInt(l -> l.stats().sessions()).sum()),
        rate(rates.of(now, region, lease)));
  }

  private String sessions(Snapshot now) {
    if (now.ledgerTrouble().isPresent()) {
      return ink.bad(cut("ledger: " + Printable.of(now.ledgerTrouble().get())));
    }
    StringBuilder line = new StringBuilder("sessions:");
    for (SessionStatus status : SessionStatus.values()) {
      if (status != SessionStatus.FORGOTTEN) { // nothing moves in those, and the line is full
        line.append("  %s %d".formatted(status, now.counts().getOrDefault(status, 0L)));
      }
    }
    line.append("  GAPS ").append(now.gaps());
    boolean isBad = now.gaps() > 0 || now.counts().getOrDefault(SessionStatus.BLOCKED, 0L) > 0;
    String text = cut(line.toString());
    return isBad ? ink.bad(text) : text;
  }

  private List<String> instances(Snapshot now, Rates rates, Duration lease) {
    Table table =
        isWide()
            ? new Table(
                "INSTANCE",
                "REGION",
                "STATE",
                "LEASE",
                "SESSIONS",
                "CLAIMS",
                "ENDED/S",
                "ENDED",
                "TAKEOVERS",
                "UP",
                "VERSION")
            : new Table("INSTANCE", "REGION", "STATE", "LEASE", "SESS", "ENDED/S", "TAKEOVERS");
    now.leases().stream()
        .filter(each -> now.isFresh(each, lease))
        .sorted(
            Comparator.comparing((InstanceView l) -> l.region().value())
                .thenComparing(InstanceView::startedAt))
        .forEach(each -> table.row(cells(now, rates, each)));
    return printed(table);
  }

  private String[] cells(Snapshot now, Rates rates, InstanceView lease) {
    InstanceStats vitals = lease.stats();
    String id = lease.instance().value();
    List<String> cells = new ArrayList<>();
    cells.add(isWide() ? id : id.substring(0, Math.min(SHORT_ID, id.length())));
    cells.add(lease.region().value());
    cells.add(vitals.state().name());
    cells.add(Ages.between(lease.beatAt(), now.at()));
    cells.add(Integer.toString(vitals.sessions()));
    if (isWide()) {
      cells.add(Integer.toString(vitals.claims()));
    }
    cells.add(rate(rates.of(lease)));
    if (isWide()) {
      cells.add(Long.toString(vitals.ended()));
    }
    cells.add(Long.toString(vitals.takeovers()));
    if (isWide()) {
      cells.add(Ages.between(lease.startedAt(), now.at()));
      cells.add(vitals.version());
    }
    return cells.toArray(String[]::new);
  }

  private boolean isWide() {
    return width >= WIDE;
  }

  private List<String> printed(Table table) {
    return new ArrayList<>(table.lines().stream().map(this::cut).toList());
  }

  private String cut(String line) {
    return line.length() <= width ? line : line.substring(0, width - 1) + "…";
  }

  static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%.0f", perSecond);
  }
}
