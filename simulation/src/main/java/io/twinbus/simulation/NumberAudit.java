package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.sender.message.DeliveryStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the numbers that one producer's sender gives its messages: once, in their order, and
 * each behind a predecessor that is safe.
 */
final class NumberAudit {

  private final World world;
  private final String name;
  private final Keeping.Kind keeping;
  private final Map<String, NavigableMap<Long, Long>> tickets = new HashMap<>();

  NumberAudit(World world, String name, Keeping.Kind keeping) {
    this.world = world;
    this.name = name;
    this.keeping = keeping;
  }

  /** A copy goes on the wire behind {@code before} in the same batch. */
  SentMessage sends(long ticket, Account account, SequencedHeaders headers, List<SentCopy> before) {
    SentMessage message = account.message;
    if (message == null) {
      message = number(ticket, account, headers);
      message.pending = true;
    } else {
      Position first = message.position();
      Position again = headers.position();
      require(
          again.stream().equals(first.stream())
              && again.seq() == first.seq()
              && (!account.isSent || noneFailed(message, first.prev(), again.prev())),
          Invariant.P2_ORDER,
          () -> "%s sends %s again as %s".formatted(name, first, again));
      message.headers = headers;
      world.ground().score().count("copy sent again, or to the other region");
    }
    account.isSent = true;
    follows(message, headers, before);
    return message;
  }

  /** A message was given up before a copy of it went out: its number is given all the same. */
  SentMessage neverSent(long ticket, Account account, DeliveryStatus delivery) {
    SequencedHeaders headers =
        new SequencedHeaders(delivery.position(), null, World.EAST, ProcessClock.START, null);
    return number(ticket, account, headers);
  }

  /** What was passed over once stays so, unless a new sender has forgotten that it had failed. */
  private boolean noneFailed(SentMessage message, long after, long upTo) {
    for (long seq = after + 1; seq <= upTo; seq++) {
      SentMessage between = find(message, seq);
      if (between == null || between.failed) {
        return false;
      }
    }
    return true;
  }

  /** Numbers are given once, and in the order in which messages were submitted. */
  private SentMessage number(long ticket, Account account, SequencedHeaders headers) {
    Position position = headers.position();
    NavigableMap<Long, Long> given =
        tickets.computeIfAbsent(
            account.submission.session() + "/" + position.stream(), stream -> new TreeMap<>());
    Map.Entry<Long, Long> below = given.lowerEntry(position.seq());
    Map.Entry<Long, Long> above = given.higherEntry(position.seq());
    require(
        world.messages().find(account.submission.session(), position.stream(), position.seq())
                == null
            && given.putIfAbsent(position.seq(), ticket) == null
            && (below == null || below.getValue() < ticket)
            && (above == null || ticket < above.getValue()),
        Invariant.P2_ORDER,
        () -> "%s gives number %s to its message %d".formatted(name, position, ticket));
    SentMessage message = new SentMessage(account.submission, headers);
    message.acknowledged = account.acknowledged;
    account.message = message;
    world.messages().add(message);
    return message;
  }

  /** The predecessor is safe, or stands before it; all that is passed over was reported failed. */
  private void follows(SentMessage message, SequencedHeaders headers, List<SentCopy> before) {
    Position position = headers.position();
    SentMessage previous = find(message, position.prev());
    boolean standsBefore = before.stream().anyMatch(copy -> copy.message() == previous);
    require(
        position.prev() == 0 || (previous != null && (previous.accepted || standsBefore)),
        Invariant.P2_ORDER,
        () -> "%s sends %s before its predecessor is safe".formatted(name, position));
    require(
        keeping == Keeping.Kind.NUMBERS // sent again, it has another time
            || Objects.equals(
                headers.previousSentAt(), previous == null ? null : previous.headers.sentAt()),
        Invariant.P1_NO_LOSS,
        () -> "%s sends %s with a wrong time of its predecessor".formatted(name, position));
    for (long seq = position.prev() + 1; seq < position.seq(); seq++) {
      SentMessage passed = find(message, seq);
      require(
          passed != null && passed.failed,
          Invariant.P1_NO_LOSS,
          () -> "%s sends %s, and what it passes over has not failed".formatted(name, position));
      world.ground().score().count("number passed over");
    }
  }

  private @Nullable SentMessage find(SentMessage message, long seq) {
    return world.messages().inStreamOf(message, seq);
  }
}
