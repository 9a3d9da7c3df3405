package io.twinbus.testkit.simulation;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.sender.Acknowledge;
import io.twinbus.sender.SenderSettings;
import io.twinbus.sender.pipeline.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The applications of a random history: two at most, each with a sender of its own, which they keep
 * until they are killed and start anew. What they submit, and what becomes of it, is made up.
 */
final class Applications {

  static final Duration STANDBY = Duration.ofSeconds(15);

  private final World world;
  private final Chance chance;
  private final Topology topology;
  private final SenderSettings settings;
  private final List<Producer> running = new ArrayList<>();
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
    this.settings = settings();
    this.percentUnlucky = chance.pick(List.of(5, 30, 30, 50));
    this.shortLived = chance.percent(30) ? 50 : 5;
  }

  private SenderSettings settings() {
    return SenderSettings.builder()
        .lanes(chance.between(1, 3))
        .acknowledge(chance.percent(20) ? Acknowledge.ALL : Acknowledge.ANY)
        .deliveryTimeout(chance.millis(6_000, 30_000))
        .maxBatchMessages(chance.percent(30) ? 2 : 256)
        .oneSessionBatches(chance.percent(20))
        .maxWaitingMessages(chance.percent(20) ? 2 : 100)
        .sessionIdle(Duration.ofSeconds(chance.percent(10) ? 2 : 600))
        .build();
  }

  /** From now on, so many messages kill whoever handles them. */
  void poison(int messages) {
    poisonsLeft = messages;
  }

  void start(int count) {
    for (int i = 0; i < count; i++) {
      running.add(begin(i));
    }
  }

  private Producer begin(int index) {
    String name = (index == 0 ? "p" : "q") + ++incarnations + "-";
    return world.start(name, topology, settings);
  }

  /** An application dies with what is on its way, and starts anew. */
  void killOne() {
    int index = chance.below(running.size());
    Producer killed = running.get(index);
    if (!killed.isDead()) {
      killed.kill();
      world.ground().timeline().after(chance.millis(500, 10_000), () -> restart(index));
    }
  }

  private void restart(int index) {
    running.set(index, begin(index));
  }

  /** Submits a message if the application is up. */
  void submit(int index, SessionId session) {
    Producer producer = running.get(index);
    if (producer.isDead()) {
      return;
    }
    Duration life =
        chance.percent(shortLived)
            ? chance.mostly(chance.millis(50, 4_000), 40, chance.millis(500, 40_000))
            : null;
    boolean isPoison = poisonsLeft > 0 && chance.percent(20);
    poisonsLeft -= isPoison ? 1 : 0;
    producer.submit(new Submission(session, life, isPoison, luck()));
  }

  private Map<RegionName, Treatment> luck() {
    Map<RegionName, Treatment> luck = new HashMap<>();
    if (chance.percent(percentUnlucky)) {
      luck.put(World.EAST, chance.pick(List.of(Treatment.values())));
      luck.put(World.WEST, chance.pick(List.of(Treatment.values())));
    }
    return luck;
  }
}
