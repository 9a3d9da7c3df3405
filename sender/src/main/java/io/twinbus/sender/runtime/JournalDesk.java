package io.twinbus.sender.runtime;

import io.twinbus.sender.Fsync;
import io.twinbus.sender.JournalSettings;
import io.twinbus.sender.SenderSettings;
import io.twinbus.sender.journal.JournalLog;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.Place;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what the lanes want written and read: one thread appends, another reads back.
 *
 * <ol>
 *   <li>Everything that waits is one append, and one forced write: a group commit. It is forced,
 *       and told of, when somebody waits for one of its records.
 *   <li>When it fails, the log is cut back to where it was and the same is tried again: a forced
 *       write that failed is never trusted. Meanwhile nothing is durable, so that the window fills.
 * </ol>
 *
 * <p>What waits is bounded by the window and by one batch for each lane and region. Thread-safe.
 */
final class JournalDesk {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender.journal");
  private static final Duration BEFORE_RETRY = Duration.ofMillis(500);
  private static final long MAX_SEGMENT = 64L * 1024 * 1024;
  private static final int SEGMENTS = 16;
  private static final int ROUND = 4096;

  private final JournalOpening journal;
  private final JournalLog log;
  private final JournalSettings settings;
  private final DiskRoom room;
  private final Consumer<Event> lanes;
  private final LinkedBlockingQueue<Effect> waiting = new LinkedBlockingQueue<>();
  private final ExecutorService reader;
  private final Thread writer;
  private final long segmentBytes;
  private volatile boolean closing;
  private long fullSegment;
  private boolean unforced;
  private boolean broken;
  private long forcedAt = System.nanoTime();

  JournalDesk(JournalOpening journal, SenderSettings sender, Consumer<Event> lanes) {
    this.journal = journal;
    this.log = journal.log();
    this.settings = sender.journal().orElseThrow();
    this.room = new DiskRoom(settings.maxBytes(), sender.maxInFlightBytes(), journal.bytes());
    this.lanes = lanes;
    this.segmentBytes = Math.min(MAX_SEGMENT, settings.maxBytes() / SEGMENTS);
    this.reader = Executors.newSingleThreadExecutor(work -> daemon(work, "reads"));
    this.writer = daemon(this::run, "writes");
    this.writer.start();
  }

  private static Thread daemon(Runnable work, String does) {
    Thread thread = new Thread(work, "twinbus-journal-" + does);
    thread.setDaemon(true);
    return thread;
  }

  /** Whether there is room on the disk for another message, or will be within {@code bound}. */
  boolean hasRoom(Duration bound) {
    try {
      return room.await(bound);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What is said to those for whom there is no room. */
  String describeRoom() {
    return "the journal has %d bytes, and may have %d".formatted(room.used(), settings.maxBytes());
  }

  /** Lets those through who wait for room: the sender closes. */
  void letIn() {
    room.close();
  }

  /** Takes over what concerns the journal; false: it does not. */
  boolean take(Effect effect) {
    if (effect instanceof Effect.Recall recall) {
      reader.execute(() -> read(recall));
      return true;
    }
    boolean mine =
        effect instanceof Effect.Append
            || effect instanceof Effect.RollSegment
            || effect instanceof Effect.DropSegments;
    if (mine) {
      waiting.add(effect);
    }
    return mine;
  }

  /** Writes what waits, within {@code bound}, and leaves the files. */
  void close(Duration bound) throws InterruptedException {
    closing = true;
    writer.join(bound.toMillis());
    reader.shutdown();
    reader.awaitTermination(bound.toMillis(), TimeUnit.MILLISECONDS);
    try {
      if (!writer.isAlive() && !broken) {
        journal.closed();
      }
      journal.files().close();
    } catch (IOException e) {
      LOG.warn(
          "The journal could not be closed ({}); the next start reads it as it is.", e.toString());
    }
  }

  private void read(Effect.Recall recall) {
    try {
      JournalLog.Chunk chunk = log.read(recall.from(), recall.messages());
      lanes.accept(new Event.Recalled(recall.region(), chunk.messages(), chunk.next()));
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "The copies kept for region {} cannot be read ({}); tried again, they stay in the journal.",
          recall.region(),
          e.toString());
      lanes.accept(new Event.Recalled(recall.region(), List.of(), recall.from()));
    }
  }

  private void run() {
    List<Effect> round = new ArrayList<>();
    try {
      while (!closing || !waiting.isEmpty()) {
        Effect first = waiting.poll(pause().toNanos(), TimeUnit.NANOSECONDS);
        if (first != null) {
          round.add(first);
          waiting.drainTo(round, ROUND - 1);
          carryOut(round);
          round.clear();
        }
        forceIfDue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration pause() {
    return settings.fsync() == Fsync.INTERVAL && unforced
        ? settings.fsyncInterval()
        : Duration.ofMillis(100);
  }

  private void carryOut(List<Effect> round) throws InterruptedException {
    List<Effect.Append> records = new ArrayList<>();
    for (Effect effect : round) {
      if (effect instanceof Effect.Append append) {
        records.add(append);
      } else if (effect instanceof Effect.RollSegment roll) {
        append(records);
        records.clear();
        long before = log.tail().segment();
        broken |= !persist(() -> log.roll(roll.segment(), roll.start()));
        room.grew(log.tail().segment() == before ? 0 : log.tail().offset());
        unforced = false;
      } else if (effect instanceof Effect.DropSegments drop) {
        append(records);
        records.clear();
        drop(drop);
      }
    }
    append(records);
  }

  private void drop(Effect.DropSegments drop) throws InterruptedException {
    if (broken) {
      return;
    }
    persist(log::force);
    for (long segment : drop.segments()) {
      persist(() -> room.grew(-log.drop(segment)));
    }
  }

  private void append(List<Effect.Append> appends) throws InterruptedException {
    if (appends.isEmpty() || broken) {
      return;
    }
    List<JournalRecord> records = appends.stream().map(Effect.Append::entry).toList();
    boolean isAwaited = records.stream().anyMatch(JournalRecord::isAwaited);
    boolean force = isAwaited && settings.fsync() == Fsync.EACH;
    Place before = log.tail();
    boolean done =
        persist(
            () -> {
              log.rewind(before);
              log.append(records);
              if (force) {
                log.force();
              }
            });
    if (!done) {
      // What comes behind it must not stand in the log without it.
      broken = true;
      return;
    }
    unforced = !force;
    room.grew(log.tail().offset() - before.offset());
    if (isAwaited) {
      lanes.accept(new Event.Written(appends.get(appends.size() - 1).number()));
    }
    if (log.tail().offset() >= segmentBytes && fullSegment != log.tail().segment()) {
      fullSegment = log.tail().segment();
      lanes.accept(new Event.SegmentFull(fullSegment));
    }
  }

  private void forceIfDue() throws InterruptedException {
    boolean due = System.nanoTime() - forcedAt >= settings.fsyncInterval().toNanos();
    if (settings.fsync() == Fsync.INTERVAL && unforced && due) {
      persist(log::force);
      unforced = false;
      forcedAt = System.nanoTime();
    }
  }

  /** Something that may fail for the disk's sake. */
  private interface DiskWork {
    void carryOut() throws IOException;
  }

  /** Tries until it succeeds; false: the sender closes, and it did not. */
  private boolean persist(DiskWork work) throws InterruptedException {
    for (boolean first = true; ; first = false) {
      try {
        work.carryOut();
        if (!first) {
          LOG.info("The journal can be written again.");
        }
        return true;
      } catch (IOException e) {
        if (first) {
          LOG.error(
              "The journal cannot be written ({}): nothing new is sent or acknowledged until it can;"
                  + " see to the disk.",
              e.toString());
        }
        if (closing) {
          return false;
        }
        TimeUnit.NANOSECONDS.sleep(BEFORE_RETRY.toNanos());
      }
    }
  }
}
