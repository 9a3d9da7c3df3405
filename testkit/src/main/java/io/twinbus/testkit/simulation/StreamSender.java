package io.twinbus.testkit.simulation;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model of a sender's one stream: it numbers messages, names the last accepted one as the
 * predecessor, and writes a copy to each region that takes it.
 */
final class StreamSender {

  /** How long the copy for the region that is not home waits. */
  static final Duration STANDBY = Duration.ofSeconds(15);

  /** What becomes of one message's copies. */
  enum Fate {
    BOTH,
    HOME_ONLY,
    STANDBY_ONLY,
    HOME_LATE,
    STANDBY_LATE,
    /** Home alone accepts it, and delays it for up to a minute. */
    DELAYED,
    /** Both regions accept it, and home loses its copy. */
    LOST_AT_HOME,
    /** Both regions accept it, and both lose their copies. */
    LOST,
    REFUSED,
    REFUSED_BUT_LANDED_AT_HOME,
    REFUSED_BUT_LANDED_AT_STANDBY
  }

  private final World world;
  private final SessionId session;
  private final StreamId stream;
  private final RegionName home;
  private final RegionName standby;
  private long seq;
  private long accepted;
  private @Nullable Instant acceptedAt;

  StreamSender(World world, SessionId session, StreamId stream, RegionName home) {
    this.world = world;
    this.session = session;
    this.stream = stream;
    this.home = home;
    this.standby = home.equals(World.EAST) ? World.WEST : World.EAST;
  }

  /** Sends the next message now. */
  SentMessage send(Fate fate) {
    return send(fate, null);
  }

  /** Sends the next message now; it expires after {@code life}, or never. */
  SentMessage send(Fate fate, @Nullable Duration life) {
    Instant now = ProcessClock.START.plus(world.ground().timeline().now());
    Position position = new Position(stream, ++seq, accepted);
    SentMessage message =
        new SentMessage(
            session,
            new SequencedHeaders(
                position, acceptedAt, home, now, life == null ? null : now.plus(life)));
    world.messages().add(message);
    List<RegionName> takers = takers(fate);
    world
        .ground()
        .trace()
        .say(
            "sender",
            () ->
                "sends "
                    + message
                    + " prev "
                    + message.position().prev()
                    + ", "
                    + fate
                    + ", taken by "
                    + takers);
    world.ground().score().count("sent " + fate);
    if (takers.isEmpty()) {
      stragglers(fate, message);
      return message;
    }
    message.acknowledged = true;
    accepted = position.seq();
    acceptedAt = now;
    for (RegionName region : takers) {
      boolean isLost = fate == Fate.LOST || (fate == Fate.LOST_AT_HOME && region.equals(home));
      if (!isLost) {
        message.copies++;
        copy(
            message,
            region,
            fate == Fate.DELAYED ? world.ground().chance().millis(3_000, 60_000) : delay(region));
      }
    }
    late(fate, message);
    return message;
  }

  /** Sends a copy once more, as after a lost acknowledgement. */
  void resend(SentMessage message, RegionName region) {
    if (message.acknowledged && message.copies > 0) {
      message.copies++;
      copy(message, region, delay(region).plus(Duration.ofSeconds(1)));
    }
  }

  private List<RegionName> takers(Fate fate) {
    List<RegionName> takers = new ArrayList<>();
    boolean both = fate == Fate.BOTH || fate == Fate.LOST_AT_HOME || fate == Fate.LOST;
    if ((both || fate == Fate.DELAYED || fate == Fate.HOME_ONLY || fate == Fate.STANDBY_LATE)
        && !world.broker(home).isDown()) {
      takers.add(home);
    }
    if ((both || fate == Fate.STANDBY_ONLY || fate == Fate.HOME_LATE)
        && !world.broker(standby).isDown()) {
      takers.add(standby);
    }
    return takers;
  }

  private void late(Fate fate, SentMessage message) {
    Duration late = world.ground().chance().millis(3_000, 40_000);
    if (fate == Fate.HOME_LATE) {
      message.copies++;
      copy(message, home, late);
    } else if (fate == Fate.STANDBY_LATE) {
      message.copies++;
      copy(message, standby, late);
    }
  }

  private void stragglers(Fate fate, SentMessage message) {
    Duration late = world.ground().chance().millis(0, 20_000);
    if (fate == Fate.REFUSED_BUT_LANDED_AT_HOME) {
      copy(message, home, late);
    } else if (fate == Fate.REFUSED_BUT_LANDED_AT_STANDBY) {
      copy(message, standby, late);
    }
  }

  /** Standby copies wait, unless home is out; both activate in any order within a while. */
  private Duration delay(RegionName region) {
    Duration scramble = world.ground().chance().millis(1, 400);
    boolean waits = region.equals(standby) && !world.broker(home).isDown();
    return waits ? STANDBY.plus(scramble) : world.ground().chance().millis(1, 20);
  }

  private void copy(SentMessage message, RegionName region, Duration delay) {
    world.broker(region).schedule(message, world.ground().timeline().now().plus(delay));
  }
}
