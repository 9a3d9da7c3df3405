package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.WEST;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.session.FlowSettings.OnPoison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A stage for outages of handlers: two regions with a receiver each, sessions that are at home in
 * turn in the one and in the other, and the attempts as by default.
 */
final class OutageStage {

  private static final int SLOTS = 80;
  private static final double STANDBY = 15;

  final Stage stage = new Stage();
  final World world = stage.world;
  private final Map<SessionId, Long> numbers = new HashMap<>();
  private final List<SentMessage> messages = new ArrayList<>();

  OutageStage(InDoubt inDoubt, OnPoison onPoison) {
    world.attempts(10, onPoison, inDoubt);
    world.giveUpAfter(Duration.ofMinutes(15));
  }

  OutageStage(InDoubt inDoubt) {
    this(inDoubt, OnPoison.DEAD_LETTER);
  }

  OutageStage receivers() {
    return receivers(EAST, WEST);
  }

  OutageStage receivers(RegionName... regions) {
    for (RegionName region : regions) {
      world.start(region, SLOTS);
    }
    return this;
  }

  /** The next message of the session; its home has it at once, the other region 15 s later. */
  SentMessage sends(double at, int session) {
    RegionName home = session % 2 == 0 ? EAST : WEST;
    SentMessage message = next(session);
    stage.arrives(at, home, message);
    stage.arrives(at + STANDBY, home.equals(EAST) ? WEST : EAST, message);
    return message;
  }

  /** The next message of the session, in one region alone. */
  SentMessage sends(double at, int session, RegionName only) {
    SentMessage message = next(session);
    stage.arrives(at, only, message);
    return message;
  }

  private SentMessage next(int session) {
    SessionId name = new SessionId("session-" + session);
    long seq = numbers.merge(name, 1L, Long::sum);
    SentMessage message = stage.message(name, seq, seq - 1);
    messages.add(message);
    return message;
  }

  /** A message each {@code every} seconds in each of the first {@code sessions} sessions. */
  OutageStage steady(int sessions, double until, double every) {
    for (double at = 1; at < until; at += every) {
      for (int session = 0; session < sessions; session++) {
        sends(at + session * 0.05, session);
      }
    }
    return this;
  }

  OutageStage down(double from, double until, FailureKind kind, RegionName... regions) {
    for (RegionName region : regions) {
      stage.at(from, () -> world.handlers().outages().begin(region, kind));
      stage.at(until, () -> world.handlers().outages().end(region));
    }
    return this;
  }

  List<SentMessage> messages() {
    return messages;
  }

  /** Those that have come by now and are not completed. */
  Stream<SentMessage> open() {
    return messages.stream().filter(message -> !message.completed);
  }

  /** How the ledger says that the message ended; empty: it has not. */
  Optional<EndState> endOf(SentMessage message) {
    SessionRecord record = world.sessions().current(message.session);
    return record == null
        ? Optional.empty()
        : record
            .progress()
            .endOf(message.position().stream(), message.position().seq())
            .map(range -> range.state());
  }

  List<SentMessage> ended(EndState state) {
    return messages.stream().filter(m -> endOf(m).filter(state::equals).isPresent()).toList();
  }

  /** The process that owns the claim on the message's session. */
  Optional<ReceiverProcess> owner(SentMessage message) {
    SessionRecord record = world.sessions().current(message.session);
    return record == null || record.custody().owner() == null
        ? Optional.empty()
        : world.processes().stream()
            .filter(process -> process.hasGoneBy(record.custody().owner().instance()))
            .findFirst();
  }

  /** How many sessions receivers of {@code region} have claimed. */
  long claimsIn(RegionName region) {
    return messages.stream()
        .filter(message -> message.position().seq() == 1)
        .filter(message -> owner(message).filter(p -> p.region().equals(region)).isPresent())
        .count();
  }

  boolean isAway(RegionName region) {
    return world.processes().stream()
        .anyMatch(process -> process.region().equals(region) && process.handler().isAway());
  }
}
