package io.twinbus.proving.endurance;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.drill.HeldClaims;
import io.twinbus.rehearsal.run.Scenario;
import io.twinbus.rehearsal.run.Stage;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connections break at random for a long time, and every receiver is looked at again and again,
 * each time at rest: traffic stops, all messages are settled and all claims released, for else one
 * would see how much there is to do, and that varies.
 *
 * <p>After 4 to 16 s each, in a region that chance picks: all its connections close, all its links
 * detach, or its Service Bus is gone for 2 to 6 s. The same seed breaks the same things at the same
 * times. At least {@value #LEAST_LOOKS} looks, one a minute in a long run.
 */
public final class Soak implements Scenario {

  private static final int LEAST_LOOKS = 12;
  private static final Duration LONGEST_BETWEEN_LOOKS = Duration.ofMinutes(1);

  /** Claims are released after half a second, see the settings. */
  private static final Duration CALM = Duration.ofSeconds(3);

  /** How many sessions a receiver has at a time, which its pools go by. */
  static final int SESSIONS = 64;

  /** What every process is told: a rest shall be short, and pools small. */
  static final String SETTINGS =
      """
        standby-delay: 1s
        receiver:
          linger: 500ms
          long-linger: 500ms
          max-sessions: %d
      """
          .formatted(SESSIONS);

  private static final int LEAST_SECONDS_BETWEEN = 4;
  private static final int MORE_SECONDS_BETWEEN = 13;
  private static final int LEAST_OUTAGE_SECONDS = 2;
  private static final int MORE_OUTAGE_SECONDS = 5;
  private static final Duration REST_BOUND = Duration.ofSeconds(30);
  private static final Duration TICK = Duration.ofMillis(250);

  private final Traffic traffic;
  private final Duration length;
  private final Load load;
  private final Random random;
  private final Map<String, List<ReceiverReading>> looks = new TreeMap<>();
  private final Map<RegionName, Losses> losses = new HashMap<>();
  private final AtomicInteger disconnects = new AtomicInteger();
  private volatile String story = "";

  /**
   * A soak of {@code length} under {@code traffic} and {@code load}; the seed chooses what breaks
   * when.
   */
  public Soak(Traffic traffic, Load load, Duration length, long seed) {
    this.traffic = traffic.withBodies(load.bodies());
    this.load = load;
    this.length = length;
    this.random = new Random(seed);
  }

  @Override
  public String name() {
    return "soak";
  }

  @Override
  public SoakOutcome play(Stage stage) throws IOException, InterruptedException, TimeoutException {
    try (SteadySystem system = SteadySystem.start(stage, traffic, SETTINGS + load.settings());
        CosmosLedger ledger = system.live().openLedger()) {
      tighten(system);
      TrafficVerdict verdict = system.play(this::disconnectAndLook, () -> story);
      LedgerContents left =
          LedgerContents.of(new HeldClaims(ledger, stage.clocks()).await(REST_BOUND));
      return new SoakOutcome(verdict, length, disconnects.get(), left, looks);
    }
  }

  private void tighten(SteadySystem system) {
    int units = load.requestUnits(traffic.perSecond());
    if (units > 0) {
      String container = LedgerSettings.from(system.live().settings()).place().sessions();
      system.live().control().ledgerRequestUnits(container, units);
    }
  }

  private void disconnectAndLook(SteadySystem system) throws IOException, InterruptedException {
    Stage stage = system.stage();
    MonotonicTime begin = stage.now();
    MonotonicTime end = begin.plus(length);
    Duration between = betweenLooks();
    MonotonicTime look = begin.plus(between);
    MonotonicTime strike = begin.plus(untilNext());
    while (!stage.now().isAtOrAfter(end)) {
      TimeUnit.MILLISECONDS.sleep(TICK.toMillis());
      MonotonicTime now = stage.now();
      if (now.isAtOrAfter(strike)) {
        disconnect(system);
        strike = stage.now().plus(untilNext());
      }
      if (now.isAtOrAfter(look)) {
        system.atRest(CALM, () -> look(system));
        look = look.plus(between);
      }
      story =
          "%d:%02d of %d:00 · %d disconnects"
              .formatted(
                  now.since(begin).toMinutes(),
                  now.since(begin).toSecondsPart(),
                  length.toMinutes(),
                  disconnects.get());
    }
    system.live().control().heal();
  }

  private void disconnect(SteadySystem system) throws InterruptedException {
    ControlClient control = system.live().control();
    RegionName region = LocalProcess.REGIONS.get(random.nextInt(LocalProcess.REGIONS.size()));
    int seconds = LEAST_OUTAGE_SECONDS + random.nextInt(MORE_OUTAGE_SECONDS);
    switch (random.nextInt(3)) {
      case 0 -> {
        var unused = control.closeConnections(region.value());
      }
      case 1 -> {
        var unused = control.detach(region.value(), null, null);
      }
      default -> {
        control.outage(region.value(), Outage.REFUSE);
        TimeUnit.SECONDS.sleep(seconds);
        control.restore(region.value());
      }
    }
    lossesOf(region).add(system.stage().now());
    disconnects.incrementAndGet();
  }

  private void look(SteadySystem system) throws IOException, InterruptedException {
    system.live().checkAlive();
    for (RegionName region : LocalProcess.REGIONS) {
      for (ChildProcess receiver : system.live().fleet().in(region)) {
        ProcessUse use = ProcessUse.of(receiver.pid(), system.live().servers());
        int lost = lossesOf(region).kept(system.stage().now());
        looks
            .computeIfAbsent(receiver.name(), name -> new ArrayList<>())
            .add(new ReceiverReading(use, lost));
      }
    }
  }

  private Losses lossesOf(RegionName region) {
    return losses.computeIfAbsent(region, name -> new Losses());
  }

  private Duration betweenLooks() {
    Duration even = length.dividedBy(LEAST_LOOKS + 1L);
    return even.compareTo(LONGEST_BETWEEN_LOOKS) < 0 ? even : LONGEST_BETWEEN_LOOKS;
  }

  private Duration untilNext() {
    return Duration.ofSeconds(LEAST_SECONDS_BETWEEN + random.nextInt(MORE_SECONDS_BETWEEN));
  }
}
