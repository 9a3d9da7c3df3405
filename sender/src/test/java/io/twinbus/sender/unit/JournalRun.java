package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.journal.JournalLog;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.JournalReplay;
import io.twinbus.sender.journal.MemoryFiles;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.JournalStart;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.settings.SenderSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One random history of lanes with a journal: crashes, torn writes, regions in and out of trouble.
 */
final class JournalRun {

  private static final int STEPS = 500;
  private static final int SESSIONS = 6;
  private static final int HEAL_STEPS = 20_000;

  /** What was met. */
  static final class Counts {
    long acknowledged;
    long crashes;
    long fellBehind;
    long recalled;
    long resent;
    long dropped;
    long rolled;
    long passedOver;

    void add(Counts other) {
      acknowledged += other.acknowledged;
      crashes += other.crashes;
      fellBehind += other.fellBehind;
      recalled += other.recalled;
      resent += other.resent;
      dropped += other.dropped;
      rolled += other.rolled;
      passedOver += other.passedOver;
    }
  }

  final Counts counts = new Counts();
  private final long seed;
  private final Random random;
  private final SenderSettings settings;
  private final Topology topology;
  private final boolean powerLoss;
  private final Map<RegionName, RegionModel> regions = new TreeMap<>();
  private final List<Effect.SendBatch> open = new ArrayList<>();
  private final List<Effect.SendBatch> late = new ArrayList<>();
  private final List<Effect> unwritten = new ArrayList<>();
  private final JournalBooks books;
  private final Map<Long, String> tickets = new HashMap<>();
  private MemoryFiles files = new MemoryFiles();
  private JournalLog log;
  private Lanes lanes;
  private Duration elapsed = Duration.ZERO;
  private long offered;
  private int streams;
  private final Deque<Effect.Recall> recalls = new ArrayDeque<>();

  JournalRun(long seed, Random random, SenderSettings settings, boolean powerLoss) {
    this.seed = seed;
    this.random = random;
    this.settings = settings;
    this.powerLoss = powerLoss;
    this.books = new JournalBooks(regions.values(), powerLoss);
    this.topology =
        new Topology(
            new TreeSet<>(List.of(LaneHarness.EAST, LaneHarness.WEST)),
            HomePolicy.bySession(),
            LaneHarness.STANDBY_DELAY);
    topology.regions().forEach(name -> regions.put(name, new RegionModel(random)));
    start(true);
  }

  private void start(boolean continuous) {
    try {
      JournalReplay replay = new JournalReplay(List.copyOf(topology.regions()));
      log = JournalLog.open(files, !continuous, replay::on);
      if (log.tail().segment() == 0) {
        JournalRecord first = new JournalRecord.SegmentStart(1, 1);
        log.roll(1, List.of(first));
        replay.on(first, 1);
      }
      RecoveredJournal recovered = replay.result();
      List<Long> fresh = new ArrayList<>();
      recovered.unsettled().forEach(each -> fresh.add(++offered));
      counts.resent += fresh.size();
      lanes =
          Lanes.withJournal(
              topology,
              settings,
              () -> new StreamId(seed + "-" + ++streams),
              new JournalStart(recovered, fresh, continuous, 1000),
              now());
      on(new Event.Tick());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void strike() {
    for (int step = 0; step < STEPS; step++) {
      int dice = random.nextInt(1000);
      if (dice < 330) {
        offer();
      } else if (dice < 600) {
        write();
      } else if (dice < 850 && !open.isEmpty()) {
        answer(open.get(random.nextInt(open.size())));
      } else if (dice < 950) {
        read();
        pass(Duration.ofMillis(random.nextInt(400)));
      } else if (dice < 980) {
        regions
            .values()
            .forEach(region -> region.trouble = new int[] {0, 0, 60, 100}[random.nextInt(4)]);
      } else {
        crash();
      }
    }
  }

  void heal() {
    regions.values().forEach(region -> region.trouble = 0);
    late.forEach(batch -> model(batch).answer(batch));
    late.clear();
    for (int step = 0; step < HEAL_STEPS && !isDone(); step++) {
      write();
      read();
      if (open.isEmpty()) {
        pass(Duration.ofMillis(100));
      } else {
        answer(open.get(random.nextInt(open.size())));
      }
    }
    assertThat(isDone()).as("comes to rest: %s", lanes.statistics()).isTrue();
  }

  private boolean isDone() {
    return open.isEmpty()
        && unwritten.isEmpty()
        && lanes.isIdle()
        && lanes.statistics().regions().values().stream().allMatch(each -> each.pending() == 0);
  }

  /** The process ends, or with it the machine; a batch on its way may land much later. */
  private void crash() {
    counts.crashes++;
    try {
      if (!unwritten.isEmpty() && random.nextBoolean()) {
        files.failAfter(random.nextInt(400));
        writeAsFarAsItGoes();
      }
      long last = log.tail().segment();
      int size = (int) files.size(last);
      int forced = files.forced(last);
      files = files.crashed(forced + random.nextInt(size - forced + 1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    unwritten.clear();
    tickets.clear();
    recalls.clear();
    for (Effect.SendBatch batch : open) {
      if (random.nextBoolean()) {
        late.add(batch);
      }
    }
    open.clear();
    books.onCrash();
    start(!powerLoss);
  }

  private void writeAsFarAsItGoes() {
    try {
      writeNow();
    } catch (IOException e) {
      // The crash came in the middle of it.
    }
  }

  private void write() {
    try {
      writeNow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeNow() throws IOException {
    long awaited = 0;
    List<JournalRecord> records = new ArrayList<>();
    List<Effect> round = List.copyOf(unwritten);
    unwritten.clear();
    for (Effect effect : round) {
      if (effect instanceof Effect.Append append) {
        records.add(append.record());
        awaited = append.record().isAwaited() ? append.number() : awaited;
        continue;
      }
      log.append(records);
      records.clear();
      if (effect instanceof Effect.RollSegment roll) {
        log.roll(roll.segment(), roll.start());
        counts.rolled++;
      } else if (effect instanceof Effect.DropSegments drop) {
        log.force();
        for (long segment : drop.segments()) {
          log.drop(segment);
          counts.dropped++;
        }
      }
    }
    log.append(records);
    if (awaited > 0) {
      if (!powerLoss || random.nextInt(5) == 0) {
        log.force();
      }
      on(new Event.Written(awaited));
    }
    if (log.tail().offset() > 3000) {
      on(new Event.SegmentFull(log.tail().segment()));
    }
  }

  private void read() {
    Effect.Recall recall = recalls.poll();
    if (recall == null) {
      return;
    }
    try {
      JournalLog.Chunk chunk = log.read(recall.from(), 5 + random.nextInt(20), recall.bytes());
      counts.recalled += chunk.messages().size();
      on(new Event.Recalled(recall.region(), chunk.messages(), chunk.next()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void offer() {
    List<Event> events = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String id = "m" + ++offered;
      books.onOffered(id);
      tickets.put(offered, id);
      if (random.nextInt(60) == 0) {
        regions.values().stream().skip(random.nextInt(2)).forEach(each -> each.refused.add(id));
      }
      OutboundMessage message = LaneHarness.message("s" + random.nextInt(SESSIONS), id);
      events.add(new Event.Offered(offered, message));
    }
    on(events.toArray(new Event[0]));
  }

  private void answer(Effect.SendBatch batch) {
    open.remove(batch);
    on(model(batch).answer(batch));
  }

  private RegionModel model(Effect.SendBatch batch) {
    return Objects.requireNonNull(regions.get(batch.batch().region()));
  }

  private void pass(Duration time) {
    elapsed = elapsed.plus(time);
    if (!late.isEmpty() && random.nextInt(4) == 0) {
      Effect.SendBatch batch = late.remove(random.nextInt(late.size()));
      model(batch).answer(batch);
    }
    on(new Event.Tick());
  }

  private Now now() {
    return new Now(new MonotonicTime(elapsed.toNanos()), LaneHarness.START.plus(elapsed));
  }

  private void on(Event... events) {
    for (Effect effect : lanes.on(List.of(events), now())) {
      if (effect instanceof Effect.SendBatch batch) {
        batch.messages().forEach(books::onTheWire);
        open.add(batch);
      } else if (effect instanceof Effect.Acknowledged receipt) {
        String id = tickets.get(receipt.ticket());
        if (id != null) {
          books.onAcknowledged(id);
        }
      } else if (effect instanceof Effect.Ended ended) {
        books.onEnded(ended.delivery());
      } else if (effect instanceof Effect.Recall read) {
        assertThat(recalls).extracting(Effect.Recall::region).doesNotContain(read.region());
        recalls.add(read);
        counts.fellBehind++;
      } else if (effect instanceof Effect.Append
          || effect instanceof Effect.RollSegment
          || effect instanceof Effect.DropSegments) {
        unwritten.add(effect);
      }
    }
  }

  void verify() {
    counts.acknowledged = books.acknowledged();
    counts.passedOver = books.passedOver();
    books.verify();
  }
}
