package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.List;

/**
 * A producer that knows nothing of Twinbus: it writes a message without headers to one region, or,
 * under the same message id, to both; sometimes twice.
 */
final class ForeignSender {

  private final World world;
  private int messages;

  ForeignSender(World world) {
    this.world = world;
  }

  /** Sends a message to {@code session} now. */
  SentMessage send(SessionId session, List<RegionName> regions) {
    SentMessage message = SentMessage.foreign(session, ++messages);
    message.accepted = true;
    message.acknowledged = true;
    world.messages().add(message);
    world.ground().trace().say("foreign", () -> "sends " + message + " to " + regions);
    world.ground().score().count("foreign message to " + regions.size());
    regions.forEach(region -> copy(message, region, Duration.ZERO));
    return message;
  }

  /** Sends a message of any fate. */
  void sendAny(SessionId session) {
    Chance chance = world.ground().chance();
    RegionName one = chance.pick(List.of(World.EAST, World.WEST));
    List<RegionName> regions = chance.percent(60) ? List.of(World.EAST, World.WEST) : List.of(one);
    SentMessage message = send(session, regions);
    message.isPoison = chance.percent(2);
    if (chance.percent(10)) {
      copy(message, one, chance.millis(10, 20_000));
    }
  }

  private void copy(SentMessage message, RegionName region, Duration later) {
    message.copies++;
    message.takenBy.add(region);
    Duration when = world.ground().timeline().now().plus(later);
    world.broker(region).schedule(new SentCopy(message, message.headers, when), when);
  }
}
