package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.journal.JournalLog;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.settings.Fsync;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.statistics.JournalStatistics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and reads the journal for the lanes: one thread appends, another reads back.
 *
 * <ol>
 *   <li>All waiting records are one append and one forced write: a group commit. The writer forces
 *       the append, and reports it to the lanes, when one of its records {@linkplain
 *       JournalRecord#isAwaited is awaited}.
 *   <li>When the append fails, the writer cuts the log back and repeats it: a failed forced write
 *       is never trusted. Meanwhile no message becomes durable, so that the window fills.
 * </ol>
 *
 * <p>The window, and one batch for each lane and region, bound the waiting records. Thread-safe.
 */
final class JournalWriter {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender.journal");
  private static final Duration BEFORE_RETRY = Duration.ofMillis(500);
  private static final long MAX_SEGMENT = 64L * 1024 * 1024;
  private static final int SEGMENTS = 16;
  private static final int ROUND = 4096;

  private final OpenJournal journal;
  private final JournalLog log;
  private final JournalSettings settings;
  private final DiskSpaceLimit room;
  private final Owner owner;
  private final LinkedBlockingQueue<Effect> waiting = new LinkedBlockingQueue<>();
  private final ExecutorService reader;
  private final Thread writer;
  private final long segmentBytes;
  private volatile boolean closing;
  private long fullSegment;
  private boolean unforced;

  /** True once a record was not written: no later one may stand in the log without it. */
  private boolean broken;

  private long forcedAt = System.nanoTime();

  /** The sender that the journal is written for. */
  interface Owner {

    /** Takes what the lanes wait for. */
    void post(Event event);

    /** A thread of the journal has failed, and no message becomes durable any more. */
    void journalFailed(Throwable cause);

    /** Lets time pass before a write is tried again. */
    default void pause(Duration time) throws InterruptedException {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
  }

  JournalWriter(OpenJournal journal, SenderSettings sender, Owner owner) {
    this.journal = journal;
    this.log = journal.log();
    this.settings = sender.journal().orElseThrow();
    this.room = new DiskSpaceLimit(settings.maxBytes(), sender.maxInFlightBytes(), journal.bytes());
    this.owner = owner;
    this.segmentBytes = Math.min(MAX_SEGMENT, settings.maxBytes() / SEGMENTS);
    this.reader = Executors.newSingleThreadExecutor(work -> daemon(work, "reader"));
    this.writer = daemon(this::run, "writer");
    this.writer.start();
  }

  private static Thread daemon(Runnable work, String role) {
    Thread thread = new Thread(work, "twinbus-journal-" + role);
    thread.setDaemon(true);
    return thread;
  }

  /** The present state, with what each region is owed. */
  JournalStatistics statistics(SortedMap<RegionName, JournalStatistics.Owed> owed) {
    return new JournalStatistics(room.used(), room.bound(), owed);
  }

  /** Waits up to {@code bound} for disk room for another message; returns whether there is. */
  boolean hasRoom(Duration bound) {
    try {
      return room.await(bound);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The reason why there is no room, as a clause. */
  String describeRoom() {
    return "the journal has %d bytes on the disk, and may have %d"
        .formatted(room.used(), settings.maxBytes());
  }

  /** Ends all waiting for disk room: the sender closes. */
  void stopWaitingForRoom() {
    room.close();
  }

  /** Carries out an effect on the journal; ignores all others. */
  void carryOut(Effect effect) {
    if (effect instanceof Effect.Recall recall) {
      reader.execute(() -> read(recall));
    } else if (effect instanceof Effect.Append
        || effect instanceof Effect.RollSegment
        || effect instanceof Effect.DropSegments) {
      waiting.add(effect);
    }
  }

  /** Writes the waiting records within {@code bound}, and closes the files. */
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
      LOG.warn("The journal could not be closed ({}); the next start recovers it.", e.toString());
    }
  }

  private void read(Effect.Recall recall) {
    try {
      JournalLog.Chunk chunk = log.read(recall.from(), recall.messages(), recall.bytes());
      owner.post(new Event.Recalled(recall.region(), chunk.messages(), chunk.next()));
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn(
          "The copies kept for region {} cannot be read ({}): they stay in the journal, and the"
              + " sender tries again.",
          recall.region(),
          e.toString());
      owner.post(new Event.Recalled(recall.region(), List.of(), recall.from()));
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
          write(round);
          round.clear();
        }
        forceIfDue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Without this thread no message would ever be durable, and senders would wait for it. */
  private void fail(Throwable cause) {
    broken = true;
    LOG.error("The journal's writer failed: no new message is sent or acknowledged.", cause);
    owner.journalFailed(cause);
  }

  private Duration pause() {
    return settings.fsync() == Fsync.INTERVAL && unforced
        ? settings.fsyncInterval()
        : Duration.ofMillis(100);
  }

  private void write(List<Effect> round) throws InterruptedException {
    List<Effect.Append> records = new ArrayList<>();
    for (Effect effect : round) {
      if (effect instanceof Effect.Append append) {
        records.add(append);
      } else if (effect instanceof Effect.RollSegment roll) {
        append(records);
        records.clear();
        roll(roll);
      } else if (effect instanceof Effect.DropSegments drop) {
        append(records);
        records.clear();
        drop(drop);
      }
    }
    append(records);
  }

  private void roll(Effect.RollSegment roll) throws InterruptedException {
    if (broken) {
      return;
    }
    if (!persist(() -> log.roll(roll.segment(), roll.start()))) {
      broken = true;
      return;
    }
    room.grew(log.tail().offset());
    unforced = false;
  }

  private void drop(Effect.DropSegments drop) throws InterruptedException {
    if (broken) {
      return;
    }
    if (!persist(log::force)) {
      broken = true;
      return;
    }
    for (long segment : drop.segments()) {
      persist(() -> room.grew(-log.drop(segment)));
    }
  }

  private void append(List<Effect.Append> appends) throws InterruptedException {
    if (appends.isEmpty() || broken) {
      return;
    }
    List<JournalRecord> records = appends.stream().map(Effect.Append::record).toList();
    boolean isAwaited = records.stream().anyMatch(JournalRecord::isAwaited);
    boolean force = isAwaited && settings.fsync() == Fsync.EACH;
    LogPosition before = log.tail();
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
      broken = true;
      return;
    }
    unforced = !force;
    room.grew(log.tail().offset() - before.offset());
    if (isAwaited) {
      owner.post(new Event.Written(appends.get(appends.size() - 1).number()));
    }
    if (log.tail().offset() >= segmentBytes && fullSegment != log.tail().segment()) {
      fullSegment = log.tail().segment();
      owner.post(new Event.SegmentFull(fullSegment));
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

  /** Work that fails when the disk does. */
  private interface DiskWork {
    void carryOut() throws IOException;
  }

  /** Tries until the work succeeds; returns false when the sender closes before that. */
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
              "The journal cannot be written ({}): no new message is sent or acknowledged until it"
                  + " can be; repair or empty the disk.",
              e.toString());
        }
        if (closing) {
          return false;
        }
        owner.pause(BEFORE_RETRY);
      }
    }
  }
}
