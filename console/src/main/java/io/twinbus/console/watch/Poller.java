package io.twinbus.console.watch;

import io.twinbus.console.commands.SharedLedger;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.watch.Events;
import io.twinbus.ops.watch.Observer;
import io.twinbus.ops.watch.Snapshot;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the system about once a second, for all viewers together, and shows each look on a
 * board. A look that has no answer holds the next one up; the board tells its age.
 *
 * <p>Thread-safe: one thread looks, any may read the board.
 */
public final class Poller implements AutoCloseable {

  /** The pause between two looks. */
  public static final Duration PERIOD = Duration.ofSeconds(1);

  private static final Observer.Patience PATIENCE =
      new Observer.Patience(Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofSeconds(4));

  private static final int MAX_EVENTS = 200;

  private final FlatSettings settings;
  private final ClusterSettings cluster;
  private final String title;
  private final CliContext context;
  private final SharedLedger ledger;
  private final Consumer<Board> shown;
  private final ScheduledExecutorService thread;
  private final Flow flow;
  private final Events changes;
  private final PacedCensus census;
  private final Recollection memory = new Recollection();
  private final CostMeter meter = new CostMeter();
  private final Deque<Events.Event> marks = new ArrayDeque<>();
  private @Nullable Observer observer;
  private volatile Board board;

  /**
   * A poller that does not look yet.
   *
   * @param census counts the sessions
   * @param shown is given each board, on the looking thread
   * @param thread looks; closed with the poller
   */
  public Poller(
      FlatSettings settings,
      CliContext context,
      SharedLedger ledger,
      PacedCensus census,
      Consumer<Board> shown,
      ScheduledExecutorService thread) {
    this.settings = settings;
    this.cluster = ClusterSettings.from(settings);
    this.context = context;
    this.ledger = ledger;
    this.shown = shown;
    this.thread = thread;
    Duration lease = settings.get(ReceiverKeys.LEASE);
    this.flow = new Flow(lease);
    this.changes = new Events(lease);
    this.census = census;
    this.title =
        settings.queue().map(queue -> cluster.cluster() + " / " + queue).orElse(cluster.cluster());
    this.board = Board.empty(title, lease);
  }

  /** Looks from now on. */
  public void start() {
    var unused =
        thread.scheduleWithFixedDelay(this::step, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The last look. */
  public Board board() {
    return board;
  }

  /** Puts something on the timeline that the console cannot see by itself. */
  public void mark(boolean isBad, String what) {
    synchronized (marks) {
      marks.addFirst(new Events.Event(context.wall(), isBad, what));
      if (marks.size() > MAX_EVENTS) {
        marks.removeLast();
      }
    }
  }

  /** An unexpected exception in one look must not end the polling. */
  private void step() {
    try {
      show();
    } catch (RuntimeException e) {
      mark(true, "The console could not look: " + e);
    }
  }

  private void show() {
    Snapshot now = look();
    memory.add(flow.on(now));
    changes.on(now);
    double total = ledger.cost();
    board =
        new Board(
            title,
            board.lease(),
            Optional.of(now),
            flow.byInstance(now),
            memory.all(),
            events(),
            new Board.Cost(
                total, meter.on(total, context.clocks().now().monotonic()), census.takenAt()));
    shown.accept(board);
  }

  private Snapshot look() {
    try {
      Observer known = observer;
      if (known == null) {
        known = new Observer(ledger.open(settings), cluster, context, PATIENCE, census);
        observer = known;
      }
      return known.look();
    } catch (CommandFailure e) {
      return unopened(String.valueOf(e.getMessage()));
    }
  }

  /** The ledger could not be opened: regions are not asked without it. */
  private Snapshot unopened(String why) {
    Map<RegionName, Snapshot.Queue> queues = new TreeMap<>();
    cluster
        .regions()
        .keySet()
        .forEach(
            region ->
                queues.put(region, Snapshot.Queue.silent("Not asked before the ledger is open.")));
    Instant at = context.wall();
    return new Snapshot(
        at,
        List.of(),
        Snapshot.Wanted.NOTHING,
        Map.of(),
        0,
        new TreeMap<>(queues),
        Optional.of(why));
  }

  private List<Events.Event> events() {
    List<Events.Event> all = new ArrayList<>(changes.newest(MAX_EVENTS));
    synchronized (marks) {
      all.addAll(marks);
    }
    all.sort(Comparator.comparing(Events.Event::at).reversed());
    return all.subList(0, Math.min(MAX_EVENTS, all.size()));
  }

  @Override
  public void close() {
    thread.shutdownNow();
    Observer known = observer;
    if (known != null) {
      known.close();
    }
  }
}
