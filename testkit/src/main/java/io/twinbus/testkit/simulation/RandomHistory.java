package io.twinbus.testkit.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.util.List;

/** A history that a seed makes up: what is sent, what goes wrong, and when. */
final class RandomHistory {

  /** When the last fault strikes, at the latest. */
  static final Duration FAULTS_UNTIL = Duration.ofSeconds(60);

  /** When everything is healed. */
  static final Duration HEALED_AT = Duration.ofSeconds(75);

  private final World world;
  private final Chance chance;

  RandomHistory(World world) {
    this.world = world;
    this.chance = world.ground().chance();
  }

  void begin() {
    int slots = chance.between(1, 4);
    FaultInjector faults = new FaultInjector(world, new Operator(world), slots);
    for (RegionName region : List.of(World.EAST, World.WEST)) {
      int processes = chance.between(1, 2);
      for (int i = 0; i < processes; i++) {
        world.at(chance.millis(0, 2_000), () -> world.start(region, slots));
      }
    }
    world
        .ledger()
        .weather(
            chance.pick(
                List.of(
                    LedgerWeather.CALM,
                    LedgerWeather.ROUGH,
                    LedgerWeather.ROUGH,
                    LedgerWeather.STORM)));
    world.handlers().temper(chance.percent(30) ? HandlerTemper.GOOD : HandlerTemper.MIXED);
    sessions();
    int strikes = chance.between(0, 9);
    for (int i = 0; i < strikes; i++) {
      FaultKind kind = chance.pick(List.of(FaultKind.values()));
      world.at(chance.millis(1_000, FAULTS_UNTIL.toMillis()), () -> faults.strike(kind));
    }
    world.at(HEALED_AT, faults::heal);
  }

  private void sessions() {
    int sessions = chance.between(1, 4);
    for (int i = 1; i <= sessions; i++) {
      SessionId session = new SessionId("session-" + i);
      RegionName home = chance.pick(List.of(World.EAST, World.WEST));
      int streams = chance.percent(30) ? 2 : 1;
      for (int j = 0; j < streams; j++) {
        StreamId stream = new StreamId(j == 0 ? "p" : "q");
        stream(new StreamSender(world, session, stream, home));
      }
    }
  }

  private void stream(StreamSender sender) {
    int messages = chance.between(1, 8);
    Duration time = chance.millis(0, 20_000);
    for (int i = 0; i < messages; i++) {
      world.at(time, () -> send(sender));
      time = time.plus(chance.mostly(chance.millis(0, 50), 40, chance.millis(50, 6_000)));
    }
  }

  private void send(StreamSender sender) {
    SentMessage message = sender.send(fate());
    if (chance.percent(6)) {
      sender.resend(message, chance.pick(List.of(World.EAST, World.WEST)));
    }
  }

  private StreamSender.Fate fate() {
    return chance.percent(70)
        ? StreamSender.Fate.BOTH
        : chance.pick(List.of(StreamSender.Fate.values()));
  }
}
