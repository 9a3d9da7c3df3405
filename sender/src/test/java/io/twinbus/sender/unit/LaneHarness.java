package io.twinbus.sender.unit;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.JournalReplay;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.JournalStart;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.MessageSize;
import io.twinbus.sender.pipeline.Problem;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.pipeline.WireMessage;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.settings.SenderSettingsBuilder;
import io.twinbus.sender.statistics.RegionStatistics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Drives lanes over the regions east (home) and west, by hand and by a clock that is ticked. */
final class LaneHarness {

  static final RegionName EAST = new RegionName("east");
  static final RegionName WEST = new RegionName("west");
  static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
  static final Duration STANDBY_DELAY = Duration.ofSeconds(15);

  /** Where the journal ends, as far as tests care. */
  static final LogPosition END = new LogPosition(1, 10_000);

  private static final String USUAL = "stream-";
  private static final String FRESH = "fresh-";
  static final Problem PROBLEM = new Problem(Optional.of("amqp:test"), "as the test says");

  private final Lanes lanes;
  private final List<Effect> effects = new ArrayList<>();
  private final List<Effect.SendBatch> open = new ArrayList<>();
  private Duration elapsed = Duration.ZERO;
  private long tickets;
  private int streams;

  LaneHarness() {
    this(oneLane().build());
  }

  LaneHarness(SenderSettings settings) {
    Topology topology =
        new Topology(new TreeSet<>(List.of(EAST, WEST)), HomePolicy.fixed(EAST), STANDBY_DELAY);
    lanes = new Lanes(topology, settings, () -> new StreamId("stream-" + ++streams));
  }

  private LaneHarness(SenderSettings settings, RecoveredJournal recovered, String streamsOf) {
    Topology topology =
        new Topology(new TreeSet<>(List.of(EAST, WEST)), HomePolicy.fixed(EAST), STANDBY_DELAY);
    List<Long> fresh = new ArrayList<>();
    recovered.unsettled().forEach(each -> fresh.add(++tickets));
    JournalStart start = new JournalStart(recovered, fresh, !streamsOf.equals(FRESH), 1_000);
    lanes =
        Lanes.withJournal(
            topology, settings, () -> new StreamId(streamsOf + ++streams), start, now());
  }

  /** Lanes that begin with a journal in which {@code records} stand. */
  static LaneHarness withJournal(SenderSettings settings, List<JournalRecord> records) {
    return beforeTheFirstEvent(settings, records).pass(Duration.ZERO);
  }

  /** The same, before they have done anything. */
  static LaneHarness beforeTheFirstEvent(SenderSettings settings, List<JournalRecord> records) {
    return new LaneHarness(settings, replay(records), USUAL);
  }

  /** The same, but what stood behind {@code records} may be lost; names fresh streams "fresh-". */
  static LaneHarness withLostEnd(SenderSettings settings, List<JournalRecord> records) {
    return new LaneHarness(settings, replay(records), FRESH).pass(Duration.ZERO);
  }

  private static RecoveredJournal replay(List<JournalRecord> records) {
    JournalReplay replay = new JournalReplay(List.of(EAST, WEST));
    replay.on(new JournalRecord.SegmentStart(1, 1), 1);
    records.forEach(record -> replay.on(record, 1));
    return replay.result();
  }

  /** What was to be written to the journal, so far. */
  List<JournalRecord> appended() {
    return all(Effect.Append.class).stream().map(Effect.Append::record).toList();
  }

  /** The journal has written it. */
  void write() {
    on(List.of(new Event.Written(all(Effect.Append.class).size())));
  }

  /** The messages among it. */
  List<JournalRecord.Message> journal() {
    return messagesOf(appended());
  }

  /** The messages among {@code records}. */
  static List<JournalRecord.Message> messagesOf(List<JournalRecord> records) {
    return records.stream()
        .filter(JournalRecord.Message.class::isInstance)
        .map(JournalRecord.Message.class::cast)
        .toList();
  }

  /** The reads of the journal that were asked for, so far. */
  List<Effect.Recall> recalls() {
    return all(Effect.Recall.class);
  }

  /** The journal is read to its end for {@code region}. */
  void readBack(RegionName region) {
    readBack(region, journal(), END);
  }

  /** What was read of the journal for {@code region}; the next read begins at {@code next}. */
  void readBack(RegionName region, List<JournalRecord.Message> messages, LogPosition next) {
    on(List.of(new Event.Recalled(region, messages, next)));
  }

  static SenderSettingsBuilder oneLane() {
    return SenderSettings.builder().lanes(1);
  }

  /** One lane with a journal, for messages that are acknowledged as {@code when} says. */
  static SenderSettingsBuilder journaled(Acknowledge when) {
    return oneLane().acknowledge(when).journal(JournalSettings.in(Path.of("unused")));
  }

  static OutboundMessage message(String session, String id) {
    return OutboundMessage.of(session, id).body("body of " + id).build();
  }

  /** What a message counts against bounds in bytes. */
  int bytes(String session, String id) {
    return MessageSize.of(message(session, id));
  }

  Now now() {
    return new Now(new MonotonicTime(elapsed.toNanos()), START.plus(elapsed));
  }

  /** Offers one message and answers its ticket. */
  long offer(String session, String id) {
    return offer(message(session, id));
  }

  long offer(OutboundMessage message) {
    on(List.of(new Event.Offered(++tickets, message)));
    return tickets;
  }

  /** Offers messages of one session in one round. */
  void offerTogether(String session, String... ids) {
    List<Event> events = new ArrayList<>();
    for (String id : ids) {
      events.add(new Event.Offered(++tickets, message(session, id)));
    }
    on(events);
  }

  /** The same, written to the journal and accepted by {@code region}. */
  long deliver(RegionName region, String session, String id) {
    long ticket = offer(session, id);
    write();
    accept(region);
    return ticket;
  }

  /** One copy is on its way to east, and two wait: one too many, where two may. */
  void letEastFallBehind() {
    for (String id : List.of("1", "2", "3")) {
      deliver(WEST, "s", id);
    }
  }

  void accept(RegionName region) {
    on(List.of(new Event.Accepted(take(region))));
  }

  void refuse(RegionName region, RefusalKind kind) {
    on(List.of(new Event.Refused(take(region), kind, PROBLEM, false)));
  }

  /** Refuses all batches on their way to {@code region}. */
  void refuseAll(RegionName region, RefusalKind kind) {
    for (Effect.SendBatch batch : allOnTheWay(region)) {
      open.remove(batch);
      on(List.of(new Event.Refused(batch.batch(), kind, PROBLEM, false)));
    }
  }

  void loseAnswer(RegionName region) {
    on(List.of(new Event.Unanswered(take(region), PROBLEM)));
  }

  /** The answers of all batches on their way to {@code region} are lost. */
  void loseAnswers(RegionName region) {
    for (Effect.SendBatch batch : allOnTheWay(region)) {
      open.remove(batch);
      on(List.of(new Event.Unanswered(batch.batch(), PROBLEM)));
    }
  }

  LaneHarness pass(Duration time) {
    elapse(time);
    on(List.of(new Event.Tick()));
    return this;
  }

  /** Lets time pass that nobody tells the lanes of. */
  void elapse(Duration time) {
    elapsed = elapsed.plus(time);
  }

  void on(List<Event> events) {
    for (Effect effect : lanes.on(events, now())) {
      effects.add(effect);
      if (effect instanceof Effect.SendBatch batch) {
        open.add(batch);
      }
    }
  }

  /** The batch on its way to {@code region}; fails when there is none, or more than one. */
  Effect.SendBatch onTheWay(RegionName region) {
    List<Effect.SendBatch> batches = allOnTheWay(region);
    if (batches.size() != 1) {
      throw new AssertionError(
          "There is not one batch on its way to %s: %s".formatted(region, batches));
    }
    return batches.get(0);
  }

  List<Effect.SendBatch> allOnTheWay(RegionName region) {
    return open.stream().filter(batch -> batch.batch().region().equals(region)).toList();
  }

  /** The ids of the batch on its way to {@code region}; empty when there is none. */
  List<String> idsOnTheWay(RegionName region) {
    return allOnTheWay(region).isEmpty()
        ? List.of()
        : onTheWay(region).messages().stream().map(wire -> wire.message().id().value()).toList();
  }

  WireMessage wire(RegionName region, String id) {
    return onTheWay(region).messages().stream()
        .filter(wire -> wire.message().id().value().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not on its way to " + region));
  }

  private BatchId take(RegionName region) {
    Effect.SendBatch batch = onTheWay(region);
    open.remove(batch);
    return batch.batch();
  }

  Optional<DeliveryStatus> acknowledged(long ticket) {
    return all(Effect.Acknowledged.class).stream()
        .filter(effect -> effect.ticket() == ticket)
        .map(Effect.Acknowledged::delivery)
        .findFirst();
  }

  Optional<DeliveryStatus> failed(long ticket) {
    return all(Effect.Failed.class).stream()
        .filter(effect -> effect.ticket() == ticket)
        .map(Effect.Failed::delivery)
        .findFirst();
  }

  Optional<DeliveryStatus> ended(long ticket) {
    return all(Effect.Ended.class).stream()
        .filter(effect -> effect.ticket() == ticket)
        .map(Effect.Ended::delivery)
        .findFirst();
  }

  <E extends Effect> List<E> all(Class<E> type) {
    return effects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  RegionStatistics statistics(RegionName region) {
    return Optional.ofNullable(lanes.statistics().regions().get(region)).orElseThrow();
  }

  Lanes lanes() {
    return lanes;
  }
}
