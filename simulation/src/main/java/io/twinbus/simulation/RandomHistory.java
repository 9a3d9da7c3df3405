package io.twinbus.simulation;

import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A history that a seed makes up: what is sent, what goes wrong, and when. */
final class RandomHistory {

  /** When the last fault strikes, at the latest. */
  static final Duration FAULTS_UNTIL = Duration.ofSeconds(60);

  /** When everything is healed. */
  static final Duration HEALED_AT = Duration.ofSeconds(75);

  /** What brings more about than the rest. */
  private static final List<FaultKind> OFTEN =
      List.of(
          FaultKind.LOSE_LOCK,
          FaultKind.CALLS_KILL_WORKERS,
          FaultKind.LEDGER_WRITES_LAG,
          FaultKind.KILL_PROCESS,
          FaultKind.KILL_PRODUCER,
          FaultKind.PAUSE_PROCESS);

  /** In one of so many histories everything of an Azure region is lost at once. */
  private static final int LOSSES = 8;

  private static final int LOSS = 3;

  private final World world;
  private final long seed;
  private final Chance chance;
  private final Applications applications;
  private final ForeignSender foreign;
  private final List<SessionId> sessions = new ArrayList<>();
  private double longPauses = 60;
  private int shortPause = 50;

  RandomHistory(World world, long seed) {
    this.world = world;
    this.seed = seed;
    this.chance = world.ground().chance();
    this.applications = new Applications(world);
    this.foreign = new ForeignSender(world);
  }

  void begin() {
    int poisons = chance.percent(35) ? chance.between(1, 4) : 0;
    boolean somethingKills = poisons > 0;
    int slots = somethingKills ? chance.between(3, 8) : chance.between(1, 6);
    if (chance.percent(30)) {
      world.surprises().begin();
    }
    FaultInjector faults =
        new FaultInjector(world, new Operator(world), applications, foreign, slots);
    for (RegionName region : List.of(World.EAST, World.WEST)) {
      int processes = chance.between(1, somethingKills ? 2 : 3); // suspects are to meet in one
      for (int i = 0; i < processes; i++) {
        world.at(chance.millis(0, 2_000), () -> world.start(region, slots));
      }
    }
    weather();
    applications.poison(poisons);
    receivers(somethingKills);
    sessions(somethingKills ? chance.between(3, 6) : chance.between(1, 5));
    records();
    int badMoments = chance.between(0, 7);
    for (int i = 0; i < badMoments; i++) {
      badMoment(faults);
    }
    if (applications.keepAnything() && chance.percent(60)) {
      Duration early = chance.millis(500, 20_000); // while there is more to send
      world.at(early, () -> faults.strike(FaultKind.KILL_PRODUCER));
    }
    if (Math.floorMod(seed, LOSSES) == LOSS) {
      greatLoss(faults, new Chance(~seed));
    }
    world.at(HEALED_AT, faults::heal);
  }

  /** Chances of its own: every other history stays as it is. */
  private void greatLoss(FaultInjector faults, Chance own) {
    world.at(own.millis(2_000, 45_000), () -> faults.strike(FaultKind.AZURE_REGION));
    if (own.percent(50)) {
      world.at(own.millis(2_000, 45_000), () -> faults.strike(FaultKind.LEASE_WRITES_FAIL));
    }
  }

  private void weather() {
    world
        .ledger()
        .weather(
            chance.pick(
                List.of(
                    LedgerWeather.CALM,
                    LedgerWeather.ROUGH,
                    LedgerWeather.ROUGH,
                    LedgerWeather.STORM)));
    for (SimulatedBroker broker : world.brokers()) {
      broker
          .intake()
          .weather(
              chance.pick(
                  List.of(
                      SendingWeather.CALM,
                      SendingWeather.CALM,
                      SendingWeather.ROUGH,
                      SendingWeather.STORM)));
    }
  }

  private void receivers(boolean somethingKills) {
    world.handlers().temper(chance.percent(30) ? HandlerTemper.GOOD : HandlerTemper.MIXED);
    world.attempts(
        chance.between(2, somethingKills ? 3 : 5), // each kill takes half a minute
        chance.percent(25) ? FlowSettings.OnPoison.BLOCK : FlowSettings.OnPoison.DEAD_LETTER,
        chance.percent(50) ? InDoubt.BLOCK : InDoubt.RERUN);
    if (world.wiring().isAlwaysGrouped() || chance.percent(50)) {
      int group = chance.pick(List.of(2, 3, 5, FlowSettings.Commit.DEFAULT_GROUP));
      world.commit(new FlowSettings.Commit(group, FlowSettings.Commit.EACH.maxState()));
    }
    if (chance.percent(50)) {
      world.handlers().beQuick();
      longPauses = 8;
      shortPause = chance.pick(List.of(3, 50));
    }
    if (chance.percent(40)) {
      world.gapPolicy(FlowSettings.GapPolicy.SKIP);
    }
  }

  /** Faults seldom come alone. */
  private void badMoment(FaultInjector faults) {
    Duration start = chance.millis(1_000, FAULTS_UNTIL.toMillis());
    int strikes = chance.between(1, 5);
    for (int i = 0; i < strikes; i++) {
      FaultKind kind = chance.pick(FaultKind.USUAL);
      FaultKind often = chance.pick(OFTEN);
      boolean isOften = chance.percent(20);
      world.at(start.plus(chance.millis(0, 4_000)), () -> faults.strike(isOften ? often : kind));
    }
  }

  private void sessions(int count) {
    applications.start(2);
    for (int i = 1; i <= count; i++) {
      SessionId session = new SessionId("session-" + (char) ('a' + chance.below(26)) + i);
      this.sessions.add(session);
      int streams = chance.percent(30) ? 2 : 1;
      for (int application = 0; application < streams; application++) {
        stream(application, session);
      }
    }
  }

  /** What has records of its own: foreign messages, ended ranges without room, or all. */
  private void records() {
    world.maxEnded(chance.pick(List.of(4, 4, 6, FlowSettings.Records.DEFAULT.maxEnded())));
    world.maxStreams(chance.pick(List.of(2, 3, FlowSettings.Records.DEFAULT.maxStreams())));
    if (chance.percent(12) && !world.wiring().isAlwaysGrouped()) {
      world.claimByMessage();
    }
    if (chance.percent(55)) {
      return;
    }
    for (SessionId session : sessions) {
      int messages = chance.between(0, 8);
      Duration time = chance.millis(0, 15_000);
      for (int i = 0; i < messages; i++) {
        world.at(time, () -> foreign.sendAny(session));
        time = time.plus(chance.mostly(chance.millis(0, 50), 30, chance.millis(50, 4_000)));
      }
    }
  }

  private void stream(int application, SessionId session) {
    int messages = chance.between(1, 20);
    Duration time = chance.millis(0, 15_000);
    for (int i = 0; i < messages; i++) {
      world.at(time, () -> applications.submit(application, session));
      time =
          time.plus(
              chance.mostly(chance.millis(0, shortPause), longPauses, chance.millis(50, 4_000)));
    }
  }
}
