package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.LaneStatistics;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of the one thread that drives the lanes: it takes events from the mailbox, and hands the
 * effects to links, journal and receipts.
 *
 * <p>The mailbox needs no bound: the window bounds the messages, and one batch for each lane and
 * region bounds the outcomes.
 */
final class SenderLoop implements Runnable, JournalWriter.Owner {

  private static final Logger LOG = LoggerFactory.getLogger(SenderLoop.class);
  private static final int MAX_EVENTS = 4096;
  private static final Duration LONGEST_SLEEP = Duration.ofSeconds(1);
  private static final Duration STATISTICS_AGE = Duration.ofMillis(5);

  private final LinkedBlockingQueue<Event> mailbox = new LinkedBlockingQueue<>();
  private final Lanes lanes;
  private final Map<RegionName, RegionLink> links;
  private final ReceiptDispatcher receipts;
  private final Clocks clocks;
  private final Consumer<Throwable> crashed;
  private final RegionHealthLog log;
  private @Nullable JournalWriter journal;
  private volatile LaneStatistics statistics;
  private volatile @Nullable MonotonicTime closeAt;
  private volatile @Nullable Throwable journalFailure;
  private MonotonicTime countedAt;

  SenderLoop(
      Lanes lanes,
      Map<RegionName, RegionLink> links,
      ReceiptDispatcher receipts,
      SenderPorts ports,
      Consumer<Throwable> crashed) {
    this.lanes = lanes;
    this.links = links;
    this.receipts = receipts;
    this.clocks = ports.clocks();
    this.log = new RegionHealthLog(ports.ids());
    this.crashed = crashed;
    this.statistics = lanes.statistics();
    this.countedAt = clocks.now().monotonic();
  }

  /** Sets the journal that effects go to; call it before the loop runs. */
  void attachJournal(JournalWriter value) {
    journal = value;
  }

  @Override
  public void post(Event event) {
    mailbox.add(event);
  }

  /** Ends the loop: a sender without its journal must not look as if it worked. */
  @Override
  public void journalFailed(Throwable cause) {
    journalFailure = cause;
    post(new Event.Tick());
  }

  /** Ends the loop when every copy has ended, or {@code bound} has passed. */
  void finishWithin(Duration bound) {
    closeAt = clocks.now().monotonic().plus(bound);
    post(new Event.Tick());
  }

  LaneStatistics statistics() {
    return statistics;
  }

  @Override
  public void run() {
    try {
      List<Event> events = new ArrayList<>();
      while (!isFinished()) {
        requireJournal();
        collect(events);
        round(events);
        events.clear();
      }
      mailbox.drainTo(events);
      events.add(new Event.Closed());
      round(events);
      statistics = lanes.statistics();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      crashed.accept(e);
    } catch (RuntimeException | Error e) {
      LOG.error(
          "The sender's loop failed: every unacknowledged message fails, and the sender takes no"
              + " more messages. Build a new sender, and report this.",
          e);
      crashed.accept(e);
    }
  }

  private void requireJournal() {
    Throwable failure = journalFailure;
    if (failure != null) {
      throw new IllegalStateException("The journal's writer has failed.", failure);
    }
  }

  private boolean isFinished() {
    MonotonicTime end = closeAt;
    return end != null
        && ((lanes.isIdle() && mailbox.isEmpty()) || clocks.now().monotonic().isAtOrAfter(end));
  }

  private void collect(List<Event> events) throws InterruptedException {
    Event first = mailbox.poll(sleep().toNanos(), TimeUnit.NANOSECONDS);
    if (first == null) {
      events.add(new Event.Tick());
    } else {
      events.add(first);
      mailbox.drainTo(events, MAX_EVENTS - 1);
    }
  }

  private Duration sleep() {
    MonotonicTime now = clocks.now().monotonic();
    Duration sleep = LONGEST_SLEEP;
    Optional<MonotonicTime> wake = lanes.nextWake();
    if (wake.isPresent()) {
      sleep = shorter(sleep, wake.get().since(now));
    }
    MonotonicTime end = closeAt;
    if (end != null) {
      sleep = shorter(sleep, end.since(now));
    }
    return sleep.isNegative() ? Duration.ZERO : sleep;
  }

  private void round(List<Event> events) {
    Now now = clocks.now();
    List<Effect> effects = lanes.on(events, now);
    for (Effect effect : effects) {
      if (effect instanceof Effect.SendBatch batch) {
        send(batch);
      } else if (effect instanceof Effect.BreakerMoved moved) {
        log.breakerMoved(moved);
      } else if (effect instanceof Effect.Undeliverable undeliverable) {
        log.undeliverable(undeliverable.delivery());
      } else if (journal != null) {
        journal.carryOut(effect);
      }
    }
    boolean stale = now.monotonic().since(countedAt).compareTo(STATISTICS_AGE) >= 0;
    if (stale || mailbox.isEmpty()) {
      statistics = lanes.statistics();
      countedAt = now.monotonic();
      log.count(statistics, now.monotonic());
    }
    receipts.settle(effects);
  }

  private void send(Effect.SendBatch batch) {
    RegionLink link = links.get(batch.batch().region());
    if (link == null) {
      throw new IllegalStateException("No link to region " + batch.batch().region() + ".");
    }
    try {
      link.send(batch, this::post);
    } catch (RuntimeException e) {
      post(new Event.Unanswered(batch.batch(), new Problem(Optional.empty(), String.valueOf(e))));
    }
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
