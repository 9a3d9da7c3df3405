package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.pipeline.WireMessage;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One random history: what was offered, what went on the wire, what was answered and reported. */
final class RandomRun {

  private static final int STEPS = 400;
  private static final int SESSIONS = 6;
  private static final int HEAL_STEPS = 2000;

  /** How often each kind of end was met. */
  static final class Ends {
    long acknowledged;
    long failed;
    long passedOver;
    long heldBack;
    long shed;
    long timedOut;
    long retried;

    void add(Ends other) {
      acknowledged += other.acknowledged;
      failed += other.failed;
      passedOver += other.passedOver;
      heldBack += other.heldBack;
      shed += other.shed;
      timedOut += other.timedOut;
      retried += other.retried;
    }
  }

  private final Random random;
  private final Lanes lanes;
  private final Map<RegionName, RegionModel> regions = new TreeMap<>();
  private final List<Effect.SendBatch> open = new ArrayList<>();
  private final Map<String, Position> positions = new HashMap<>();
  private final Map<StreamId, Map<Long, Long>> tickets = new HashMap<>();
  private final Set<String> wireIds = new HashSet<>();
  private final Set<Long> acceptedSomewhere = new HashSet<>();
  private final Map<Long, DeliveryStatus> acknowledged = new LinkedHashMap<>();
  private final Map<Long, DeliveryStatus> failed = new LinkedHashMap<>();
  private final Map<Long, DeliveryStatus> ended = new LinkedHashMap<>();
  private final Ends ends = new Ends();
  private Duration elapsed = Duration.ZERO;
  private long offered;
  private int streams;

  RandomRun(long seed, Random random, SenderSettings settings) {
    this.random = random;
    Topology topology =
        new Topology(
            new TreeSet<>(List.of(LaneHarness.EAST, LaneHarness.WEST)),
            HomePolicy.bySession(),
            LaneHarness.STANDBY_DELAY);
    topology.regions().forEach(name -> regions.put(name, new RegionModel(random)));
    lanes = new Lanes(topology, settings, () -> new StreamId(seed + "-" + ++streams));
  }

  /** Offers messages while regions get into trouble and out of it. */
  void strike() {
    for (int step = 0; step < STEPS; step++) {
      int dice = random.nextInt(100);
      if (dice < 35) {
        offer();
      } else if (dice < 80 && !open.isEmpty()) {
        answer(open.get(random.nextInt(open.size())));
      } else if (dice < 97) {
        pass(Duration.ofMillis(random.nextInt(400)));
      } else {
        regions.values().forEach(region -> region.trouble = trouble());
      }
    }
  }

  /** Ends all trouble and lets the lanes come to rest. */
  void heal() {
    regions.values().forEach(region -> region.trouble = 0);
    for (int step = 0; step < HEAL_STEPS && !lanes.isIdle(); step++) {
      if (open.isEmpty()) {
        MonotonicTime wake =
            lanes.nextWake().orElseThrow(() -> new AssertionError("not idle, and no wake-up"));
        pass(wake.since(now().monotonic()));
      } else {
        answer(open.get(random.nextInt(open.size())));
      }
    }
    assertThat(lanes.isIdle()).as("comes to rest").isTrue();
    assertThat(open).isEmpty();
  }

  /** Closes in the middle of it; what was on its way then may land afterwards. */
  void abandon() {
    on(List.of(new Event.Closed()));
    assertThat(lanes.isIdle()).as("nothing is pending after the end").isTrue();
    List.copyOf(open).forEach(this::answer);
  }

  Ends verify(RegionName... names) {
    assertThat(acknowledged.size() + failed.size())
        .as("one end a message")
        .isEqualTo((int) offered);
    assertThat(ended.keySet()).as("acknowledged messages end").isEqualTo(acknowledged.keySet());
    for (RegionName name : names) {
      RegionModel region = model(name);
      assertThat(region.inversion()).as("inversion in " + name).isNull();
      ended.values().forEach(delivery -> verifyTruth(name, region, delivery));
      failed.values().forEach(delivery -> verifyTruth(name, region, delivery));
    }
    ends.acknowledged = acknowledged.size();
    ends.failed = failed.size();
    return ends;
  }

  private void verifyTruth(RegionName name, RegionModel region, DeliveryStatus delivery) {
    boolean has = region.has(delivery.message().value());
    if (delivery.regions().get(name) == CopyStatus.ACCEPTED) {
      assertThat(has).as(delivery.message() + " accepted in " + name).isTrue();
      return;
    }
    var failure = Optional.ofNullable(delivery.failures().get(name)).orElseThrow();
    if (has) {
      assertThat(failure.mayHaveBeenAccepted()).as(delivery + " is in " + name).isTrue();
    }
    ends.heldBack += failure.reason() == GiveUpReason.HELD_BACK ? 1 : 0;
    ends.shed += failure.reason() == GiveUpReason.SHED ? 1 : 0;
    ends.timedOut += failure.reason() == GiveUpReason.TIMED_OUT ? 1 : 0;
  }

  private int trouble() {
    int[] levels = {0, 0, 20, 60, 100};
    return levels[random.nextInt(levels.length)];
  }

  private Now now() {
    return new Now(new MonotonicTime(elapsed.toNanos()), LaneHarness.START.plus(elapsed));
  }

  private void offer() {
    List<Event> events = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String id = "m" + ++offered;
      regions.values().forEach(region -> maybeRefuse(region, id));
      String session = "s" + random.nextInt(SESSIONS);
      events.add(new Event.Offered(offered, LaneHarness.message(session, id)));
    }
    on(events);
  }

  private void maybeRefuse(RegionModel region, String id) {
    if (random.nextInt(25) == 0) {
      region.refused.add(id);
    }
  }

  private void answer(Effect.SendBatch batch) {
    open.remove(batch);
    Event event = model(batch.batch().region()).answer(batch);
    if (event instanceof Event.Accepted) {
      batch.messages().forEach(wire -> acceptedSomewhere.add(ticket(wire)));
    }
    on(List.of(event));
  }

  private void pass(Duration time) {
    elapsed = elapsed.plus(time);
    on(List.of(new Event.Tick()));
  }

  private void on(List<Event> events) {
    List<Effect> effects = lanes.on(events, now());
    for (Effect effect : effects) {
      if (effect instanceof Effect.Failed fail) {
        assertThat(failed.put(fail.ticket(), fail.delivery())).isNull();
      } else if (effect instanceof Effect.Acknowledged ack) {
        assertThat(acknowledged.put(ack.ticket(), ack.delivery())).isNull();
      } else if (effect instanceof Effect.Ended end) {
        assertThat(ended.put(end.ticket(), end.delivery())).isNull();
      }
    }
    for (Effect effect : effects) {
      if (effect instanceof Effect.SendBatch batch) {
        onTheWire(batch);
      }
    }
  }

  private void onTheWire(Effect.SendBatch batch) {
    boolean alone =
        open.stream()
            .noneMatch(
                other ->
                    other.batch().region().equals(batch.batch().region())
                        && other.batch().lane() == batch.batch().lane());
    assertThat(alone).as("one batch for each lane and region").isTrue();
    open.add(batch);
    Set<Position> before = new HashSet<>();
    for (WireMessage wire : batch.messages()) {
      verifyPosition(wire, before);
      verifySchedule(wire, batch.batch().region());
      before.add(wire.headers().position());
      ends.retried += wireIds.add(batch.batch().region() + wire.message().id().value()) ? 0 : 1;
    }
  }

  /** The predecessor is accepted somewhere or stands before; what is passed over has failed. */
  private void verifyPosition(WireMessage wire, Set<Position> before) {
    Position position = wire.headers().position();
    Position first = positions.putIfAbsent(wire.message().id().value(), position);
    if (first != null) {
      assertThat(position.stream()).isEqualTo(first.stream());
      assertThat(position.seq()).isEqualTo(first.seq());
      assertThat(position.prev()).isLessThanOrEqualTo(first.prev());
    }
    Map<Long, Long> ticketOf = tickets.computeIfAbsent(position.stream(), s -> new HashMap<>());
    ticketOf.put(position.seq(), ticket(wire));
    boolean settled =
        position.prev() == 0
            || acceptedSomewhere.contains(ticketOf.get(position.prev()))
            || before.stream()
                .anyMatch(
                    other ->
                        other.stream().equals(position.stream()) && other.seq() == position.prev());
    assertThat(settled).as("predecessor of " + wire.headers() + " is settled").isTrue();
    for (long seq = position.prev() + 1; seq < position.seq(); seq++) {
      ends.passedOver++;
      long skipped = seq;
      assertThat(failed.values())
          .as("%s passes over %d", position, seq)
          .anyMatch(
              delivery ->
                  delivery.position().stream().equals(position.stream())
                      && delivery.position().seq() == skipped
                      && !delivery.isAcceptedAnywhere());
    }
  }

  private static void verifySchedule(WireMessage wire, RegionName region) {
    if (wire.headers().home().equals(region)) {
      assertThat(wire.scheduledAt()).isNull();
    } else if (wire.scheduledAt() != null) {
      assertThat(wire.scheduledAt())
          .isEqualTo(wire.headers().sentAt().plus(LaneHarness.STANDBY_DELAY));
    }
  }

  private RegionModel model(RegionName name) {
    return Optional.ofNullable(regions.get(name)).orElseThrow();
  }

  private static long ticket(WireMessage wire) {
    return ticket(wire.message().id());
  }

  private static long ticket(MessageId id) {
    return Long.parseLong(id.value().substring(1));
  }
}
