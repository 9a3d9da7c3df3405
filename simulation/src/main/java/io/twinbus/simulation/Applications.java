package io.twinbus.simulation;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.settings.SenderSettingsBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The applications of a random history: two at most, each with a sender of its own, which they keep
 * until they are killed and start anew. Some have a journal, and some number their messages
 * themselves. What they submit, and what becomes of it, is made up.
 */
final class Applications {

  static final Duration STANDBY = Duration.ofSeconds(15);

  private final World world;
  private final Chance chance;
  private final Topology topology;
  private final List<Producer> running = new ArrayList<>();
  private final List<Keeping> keepings = new ArrayList<>();
  private final List<SenderSettings> settings = new ArrayList<>();
  private final double percentUnlucky;
  private final double shortLived;
  private int poisonsLeft;
  private int incarnations;

  Applications(World world) {
    this.world = world;
    this.chance = world.ground().chance();
    this.topology =
        new Topology(
            new TreeSet<>(List.of(World.EAST, World.WEST)),
            chance.pick(
                List.of(
                    HomePolicy.fixed(World.EAST),
                    HomePolicy.fixed(World.WEST),
                    HomePolicy.bySession(),
                    HomePolicy.bySession())),
            STANDBY);
    this.percentUnlucky = chance.pick(List.of(5, 30, 30, 50));
    this.shortLived = chance.percent(30) ? 50 : 5;
  }

  private SenderSettings settings(boolean isJournaled) {
    SenderSettingsBuilder builder = SenderSettings.builder();
    if (isJournaled) {
      builder.journal(JournalSettings.in(Path.of("simulated")));
    }
    Acknowledge early = isJournaled && chance.percent(60) ? Acknowledge.JOURNAL : Acknowledge.ANY;
    return builder
        .lanes(chance.between(1, 3))
        .acknowledge(chance.percent(20) ? Acknowledge.ALL : early)
        .deliveryTimeout(chance.millis(6_000, 30_000))
        .maxBatchMessages(chance.percent(30) ? 2 : 256)
        .oneSessionBatches(chance.percent(20))
        .maxWaitingMessages(chance.percent(20) ? 2 : 100)
        .sessionIdle(Duration.ofSeconds(chance.percent(10) ? 2 : 600))
        .build();
  }

  /** From now on, so many messages kill whoever handles them, process or worker. */
  void poison(int messages) {
    poisonsLeft = messages;
  }

  void start(int count) {
    for (int i = 0; i < count; i++) {
      Keeping keeping = keeping(letter(i) + "-");
      keepings.add(keeping);
      settings.add(settings(keeping.journal != null));
      running.add(begin(i, keeping));
    }
  }

  /** Whether a sender goes on, after a restart, with what the one before it has left. */
  boolean keepAnything() {
    return keepings.stream().anyMatch(keeping -> !keeping.isNothing());
  }

  private static String letter(int index) {
    return index == 0 ? "p" : "q";
  }

  private Keeping keeping(String name) {
    double dice = chance.real(0, 100);
    if (dice < 25) {
      world.ground().score().count("application with a journal");
      return Keeping.journal(world, name);
    }
    if (dice < 45) {
      world.ground().score().count("application with numbers of its own");
      return Keeping.numbers(world, name);
    }
    return Keeping.nothing(world, name);
  }

  private Producer begin(int index, Keeping keeping) {
    return world.start(
        letter(index) + ++incarnations + "-", topology, settings.get(index), keeping);
  }

  /** An application dies with what is on its way, if there is one that has any, and starts anew. */
  void killOne() {
    List<Integer> busy =
        IntStream.range(0, running.size()).filter(i -> !running.get(i).isIdle()).boxed().toList();
    int index = busy.isEmpty() ? chance.below(running.size()) : chance.pick(busy);
    Producer killed = running.get(index);
    if (!killed.isDead()) {
      Duration pause = chance.millis(500, 10_000);
      killed.killSoon(() -> world.ground().timeline().after(pause, () -> restart(index)));
    }
  }

  private void restart(int index) {
    Keeping kept = keepings.get(index);
    if (kept.isNothing()) {
      running.set(index, begin(index, Keeping.nothing(world, letter(index) + incarnations)));
    } else {
      world
          .ground()
          .score()
          .count(kept.journal == null ? "restart with numbers" : "restart with a journal");
      running.set(index, begin(index, kept));
    }
  }

  /** Submits a message if the application is up. */
  void submit(int index, SessionId session) {
    Producer producer = running.get(index);
    if (producer.isDead()) {
      return;
    }
    Keeping keeping = keepings.get(index);
    Duration life =
        keeping.numbers == null && chance.percent(shortLived) // sent again, it would live longer
            ? chance.mostly(chance.millis(50, 4_000), 40, chance.millis(500, 40_000))
            : null;
    Duration delay = life == null && chance.percent(4) ? chance.millis(500, 20_000) : null;
    boolean outside = keeping.numbers == null && chance.percent(3);
    producer.submit(new Submission(session, life, delay, outside, poison(), luck(keeping)));
  }

  private Submission.Poison poison() {
    if (poisonsLeft == 0 || !chance.percent(20)) {
      return Submission.Poison.NONE;
    }
    poisonsLeft--;
    return chance.percent(30) ? Submission.Poison.WORKER : Submission.Poison.PROCESS;
  }

  private Map<RegionName, Treatment> luck(Keeping keeping) {
    Map<RegionName, Treatment> luck = new HashMap<>();
    if (chance.percent(percentUnlucky)) {
      List<Treatment> choices =
          keeping.isNothing() ? List.of(Treatment.values()) : Treatment.CONSTANT;
      luck.put(World.EAST, chance.pick(choices));
      luck.put(World.WEST, chance.pick(choices));
    }
    if (keeping.journal != null && chance.percent(8)) { // else they are too few to be killed over
      luck.put(World.EAST, Treatment.REFUSED);
      luck.put(World.WEST, Treatment.REFUSED);
    }
    return luck;
  }
}
