package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.JournalStart;
import io.twinbus.sender.pipeline.LaneStatistics;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.MessageSize;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.settings.WhenFull;
import io.twinbus.sender.statistics.CloseReport;
import io.twinbus.sender.statistics.JournalStatistics;
import io.twinbus.sender.statistics.SenderStatistics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A sender at work. A message passes these stages:
 *
 * <ol>
 *   <li>{@link InFlightWindow}, on the caller's thread: waits for room.
 *   <li>{@link SenderLoop}, the one thread of the lanes: decides which batch goes to which region.
 *   <li>{@link JournalWriter}, where a journal is configured: makes the message durable first.
 *   <li>{@link EncodingThreadLink}, one thread for each region: encodes the batch and sends it.
 *   <li>{@link ReceiptDispatcher}, one thread: completes the futures of the callers.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class RunningSender {

  /** How long the threads may take to end when they have nothing left to wait for. */
  private static final Duration END_GRACE = Duration.ofSeconds(5);

  private final SenderSettings settings;
  private final Clocks clocks;
  private final InFlightWindow window;
  private final ReceiptDispatcher receipts;
  private final Map<RegionName, RegionLink> links = new TreeMap<>();
  private final SenderLoop loop;
  private final @Nullable JournalWriter journal;
  private final Thread thread;
  private @Nullable CloseReport report;

  private RunningSender(ClusterSettings cluster, SenderSettings settings, SenderPorts ports) {
    this.settings = settings;
    this.clocks = ports.clocks();
    this.window = new InFlightWindow(settings.maxInFlightMessages(), settings.maxInFlightBytes());
    this.receipts =
        new ReceiptDispatcher(window, settings.acknowledge() != Acknowledge.JOURNAL, ports.ids());
    openLinks(cluster, ports.links());
    Supplier<StreamId> ids = new RandomStreamIds(ports.random());
    OpenJournal opened = openJournal(cluster, ports);
    if (opened == null) {
      Lanes lanes = new Lanes(Topology.of(cluster), settings, ids);
      this.loop = new SenderLoop(lanes, links, receipts, ports, this::crashed);
      this.journal = null;
    } else {
      JournalStart start = opened.start(receipts, settings);
      Lanes lanes =
          Lanes.withJournal(Topology.of(cluster), settings, ids, start, ports.clocks().now());
      this.loop = new SenderLoop(lanes, links, receipts, ports, this::crashed);
      this.journal = new JournalWriter(opened, settings, loop);
      loop.attachJournal(journal);
    }
    this.thread = new Thread(loop, "twinbus-sender-lanes");
    this.thread.setDaemon(true);
  }

  private @Nullable OpenJournal openJournal(ClusterSettings cluster, SenderPorts ports) {
    JournalSettings journalSettings = settings.journal().orElse(null);
    if (journalSettings == null) {
      return null;
    }
    try {
      List<RegionName> regions = List.copyOf(cluster.regionNames());
      return OpenJournal.open(
          ports.journals().apply(journalSettings.directory()), journalSettings, regions);
    } catch (RuntimeException e) {
      links.values().forEach(RegionLink::close);
      throw e;
    }
  }

  /** Opens the links and the journal, and starts the threads. */
  public static RunningSender start(
      ClusterSettings cluster, SenderSettings settings, SenderPorts ports) {
    RunningSender sender = new RunningSender(cluster, settings, ports);
    sender.thread.start();
    return sender;
  }

  private void openLinks(ClusterSettings cluster, RegionLinks regionLinks) {
    try {
      for (RegionSettings region : cluster.regions().values()) {
        RegionLink link = regionLinks.open(region, cluster.entity(), settings.regionTimeBudget());
        links.put(region.name(), new EncodingThreadLink(region.name(), link));
      }
    } catch (RuntimeException e) {
      links.values().forEach(RegionLink::close);
      throw e;
    }
  }

  /** Takes a message in and returns a future of its receipt. */
  public CompletableFuture<Receipt> send(OutboundMessage message) {
    int bytes = MessageSize.of(message);
    boolean mayBlock = settings.whenFull() == WhenFull.BLOCK && !receipts.isOwnThread();
    Duration patience = mayBlock ? settings.maxBlock() : Duration.ZERO;
    if (journal != null && !journal.hasRoom(patience)) {
      return failed(SendFailedException.windowFull(message, journal.describeRoom()));
    }
    return switch (window.enter(bytes, patience)) {
      case GRANTED -> accept(message, bytes);
      case CLOSED -> failed(SendFailedException.closed(message));
      case INTERRUPTED ->
          failed(
              SendFailedException.windowFull(
                  message, "the thread was interrupted while the window was full"));
      case FULL -> failed(SendFailedException.windowFull(message, describeWindow()));
    };
  }

  private String describeWindow() {
    return "%d messages (%d bytes) are in flight, and the window takes %d (%d bytes)"
        .formatted(
            window.messages(),
            window.bytes(),
            settings.maxInFlightMessages(),
            settings.maxInFlightBytes());
  }

  private static CompletableFuture<Receipt> failed(SendFailedException failure) {
    return CompletableFuture.failedFuture(failure);
  }

  private CompletableFuture<Receipt> accept(OutboundMessage message, int bytes) {
    PendingSend send = receipts.open(message, bytes);
    loop.post(new Event.Offered(send.ticket(), message));
    return send.receipt();
  }

  /** Abandons a failed number of an explicit stream; the future completes when that is decided. */
  public CompletableFuture<Void> abandon(
      SessionId session, StreamId stream, long seq, String reason) {
    Event.NumberAbandoned event =
        receipts.open(new AbandonRequests.Request(session, stream, seq, reason));
    CompletableFuture<Void> answer = receipts.abandons().answerTo(event);
    loop.post(event);
    return answer;
  }

  /** The figures so far; at most some milliseconds old. */
  public SenderStatistics statistics() {
    LaneStatistics lanes = loop.statistics();
    return new SenderStatistics(
        lanes.offered(),
        lanes.acknowledged(),
        lanes.failed(),
        window.messages(),
        window.bytes(),
        lanes.sessions(),
        lanes.sessionsEvicted(),
        lanes.regions(),
        Optional.ofNullable(journal).map(writer -> writer.statistics(owed(lanes))));
  }

  private SortedMap<RegionName, JournalStatistics.Owed> owed(LaneStatistics lanes) {
    Instant now = clocks.now().wall();
    SortedMap<RegionName, JournalStatistics.Owed> owed = new TreeMap<>();
    lanes
        .owed()
        .forEach(
            (region, copies) ->
                owed.put(
                    region,
                    new JournalStatistics.Owed(
                        copies.copies(),
                        copies
                            .oldest()
                            .map(sentAt -> Duration.between(sentAt, now))
                            .filter(age -> !age.isNegative())
                            .orElse(Duration.ZERO))));
    return owed;
  }

  /**
   * Ends the threads within {@code bound} and a grace, and reports what was left unsettled. An
   * interruption ends the bound, and not the grace.
   */
  public synchronized CloseReport close(Duration bound) {
    if (report != null) {
      return report;
    }
    window.close();
    if (journal != null) {
      journal.stopWaitingForRoom();
    }
    loop.finishWithin(bound);
    boolean isInterrupted = false;
    try {
      thread.join(bound.plus(END_GRACE).toMillis());
    } catch (InterruptedException e) {
      isInterrupted = true; // no reason to wait for regions, and none to leave the journal open
      loop.finishWithin(Duration.ZERO);
    }
    try {
      if (isInterrupted) {
        thread.join(END_GRACE.toMillis());
      }
      if (journal != null) {
        journal.close(END_GRACE);
      }
      receipts.end(SendFailedException::closed);
      receipts.close(END_GRACE);
    } catch (InterruptedException e) {
      isInterrupted = true;
    }
    links.values().forEach(RegionLink::close);
    report = reportOf(loop.statistics());
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return report;
  }

  private static CloseReport reportOf(LaneStatistics statistics) {
    SortedMap<RegionName, Long> copies = new TreeMap<>();
    statistics
        .regions()
        .forEach((name, region) -> copies.put(name, region.closed() + region.pending()));
    return new CloseReport(statistics.failedByClosing(), copies);
  }

  private void crashed(Throwable cause) {
    window.close();
    receipts.end(SendFailedException::closed);
  }
}
