package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.Acknowledge;
import io.twinbus.sender.CloseReport;
import io.twinbus.sender.JournalSettings;
import io.twinbus.sender.OutboundMessage;
import io.twinbus.sender.Receipt;
import io.twinbus.sender.SendFailedException;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderSettings;
import io.twinbus.sender.SenderStatistics;
import io.twinbus.sender.WhenFull;
import io.twinbus.sender.journal.DirectoryFiles;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.JournalStart;
import io.twinbus.sender.pipeline.LaneStatistics;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.MessageSize;
import io.twinbus.sender.pipeline.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sender: a window in front, the lanes' thread behind it, a link to each region. */
public final class LaneSender implements Sender {

  private static final Logger LOG = LoggerFactory.getLogger(LaneSender.class);

  /** How long the threads may take to end once there is nothing left for them to wait for. */
  private static final Duration END_GRACE = Duration.ofSeconds(5);

  private final SenderSettings settings;
  private final Window window;
  private final ReceiptDesk desk;
  private final Map<RegionName, RegionLink> links = new TreeMap<>();
  private final SenderLoop loop;
  private final @Nullable JournalDesk journal;
  private final Thread thread;
  private volatile boolean open = true;
  private @Nullable CloseReport report;

  private LaneSender(
      ClusterSettings cluster,
      SenderSettings settings,
      RegionLinks regionLinks,
      Clocks clocks,
      RandomGenerator random) {
    this.settings = settings;
    this.window = new Window(settings.maxInFlightMessages(), settings.maxInFlightBytes());
    this.desk = new ReceiptDesk(window, settings.acknowledge() != Acknowledge.JOURNAL);
    openLinks(cluster, regionLinks);
    Supplier<StreamId> ids = new RandomStreamIds(random);
    JournalOpening opening = openJournal(cluster);
    if (opening == null) {
      Lanes lanes = new Lanes(Topology.of(cluster), settings, ids);
      this.loop = new SenderLoop(lanes, links, desk, clocks, this::crashed);
      this.journal = null;
    } else {
      JournalStart start = opening.start(desk, settings);
      Lanes lanes = Lanes.withJournal(Topology.of(cluster), settings, ids, start, clocks.now());
      this.loop = new SenderLoop(lanes, links, desk, clocks, this::crashed);
      this.journal = new JournalDesk(opening, settings, loop::post);
      loop.journalAt(journal);
    }
    this.thread = new Thread(loop, "twinbus-sender-lanes");
    this.thread.setDaemon(true);
  }

  private @Nullable JournalOpening openJournal(ClusterSettings cluster) {
    JournalSettings where = settings.journal().orElse(null);
    if (where == null) {
      return null;
    }
    try {
      List<RegionName> regions = List.copyOf(cluster.regionNames());
      return JournalOpening.open(DirectoryFiles.open(where.directory()), where, regions);
    } catch (RuntimeException e) {
      links.values().forEach(RegionLink::close);
      throw e;
    }
  }

  /** Opens the links and starts the sender's threads. */
  public static LaneSender start(
      ClusterSettings cluster,
      SenderSettings settings,
      RegionLinks links,
      Clocks clocks,
      RandomGenerator random) {
    LaneSender sender = new LaneSender(cluster, settings, links, clocks, random);
    sender.thread.start();
    return sender;
  }

  private void openLinks(ClusterSettings cluster, RegionLinks regionLinks) {
    try {
      for (RegionSettings region : cluster.regions().values()) {
        RegionLink link = regionLinks.open(region, cluster.entity(), settings.regionTimeBudget());
        links.put(region.name(), new OwnThreadLink(region.name(), link));
      }
    } catch (RuntimeException e) {
      links.values().forEach(RegionLink::close);
      throw e;
    }
  }

  @Override
  public CompletableFuture<Receipt> send(OutboundMessage message) {
    int bytes = MessageSize.of(message);
    boolean mayBlock = settings.whenFull() == WhenFull.BLOCK && !desk.isServing();
    if (journal != null && !journal.hasRoom(mayBlock ? settings.maxBlock() : Duration.ZERO)) {
      return CompletableFuture.failedFuture(
          SendFailedException.windowFull(message, journal.describeRoom()));
    }
    Window.Entry entry = window.enter(bytes, mayBlock ? settings.maxBlock() : Duration.ZERO);
    switch (entry) {
      case GRANTED -> {
        return accept(message, bytes);
      }
      case CLOSED -> {
        return CompletableFuture.failedFuture(SendFailedException.closed(message));
      }
      case INTERRUPTED -> {
        return CompletableFuture.failedFuture(
            SendFailedException.windowFull(message, "the thread was interrupted at a full window"));
      }
      case FULL -> {
        String limit =
            "%d messages (%d bytes) are in flight, and the window takes %d (%d bytes)"
                .formatted(
                    window.messages(),
                    window.bytes(),
                    settings.maxInFlightMessages(),
                    settings.maxInFlightBytes());
        return CompletableFuture.failedFuture(SendFailedException.windowFull(message, limit));
      }
    }
    throw new IllegalStateException("A window answers one of four words.");
  }

  private CompletableFuture<Receipt> accept(OutboundMessage message, int bytes) {
    PendingSend send = desk.open(message, bytes);
    loop.post(new Event.Offered(send.ticket(), message));
    if (!open && !thread.isAlive()) {
      desk.fail(send, SendFailedException.closed(message));
    }
    return send.receipt();
  }

  @Override
  public CompletableFuture<Void> abandon(
      SessionId session, StreamId stream, long seq, String reason) {
    Event.NumberAbandoned event = desk.open(new AbandonDesk.Request(session, stream, seq, reason));
    CompletableFuture<Void> answer = desk.abandons().answerTo(event);
    loop.post(event);
    if (!thread.isAlive()) {
      desk.abandons().closed();
    }
    return answer;
  }

  @Override
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
        lanes.regions());
  }

  @Override
  public void close() {
    CloseReport left = close(settings.closeTimeout());
    if (!left.isClean()) {
      LOG.warn(
          "The sender closed with {} messages unacknowledged; regions may lack copies: {}. Send the"
              + " unacknowledged ones again, under the same ids.",
          left.unacknowledged(),
          left.copies());
    }
  }

  @Override
  public synchronized CloseReport close(Duration bound) {
    if (report != null) {
      return report;
    }
    open = false;
    window.close();
    if (journal != null) {
      journal.letIn();
    }
    loop.finishWithin(bound);
    try {
      thread.join(bound.plus(END_GRACE).toMillis());
      if (journal != null) {
        journal.close(END_GRACE);
      }
      desk.failAll(SendFailedException::closed);
      desk.close(END_GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    links.values().forEach(RegionLink::close);
    report = reportOf(loop.statistics());
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
    open = false;
    window.close();
    desk.failAll(SendFailedException::closed);
  }
}
