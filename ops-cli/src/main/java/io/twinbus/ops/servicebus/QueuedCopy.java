package io.twinbus.ops.servicebus;

import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.SequencedHeaders;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a message at a region's broker, as peeking shows it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param region where it is
 * @param place in what part of the queue
 * @param names session and message as the producer called them
 * @param headers what its Twinbus headers say
 * @param at the broker's number and times
 * @param dead why it is a dead letter; null when it is none
 */
public record QueuedCopy(
    RegionName region,
    Place place,
    Names names,
    ParsedHeaders headers,
    BrokerFacts at,
    @Nullable DeadLetter dead) {

  /** In what part of a queue a copy is. */
  public enum Place {
    /** To be received. */
    ACTIVE,
    /** To become active at its time. */
    SCHEDULED,
    /** Set aside by a receiver. */
    DEFERRED,
    /** In the dead-letter queue. */
    DEAD_LETTER
  }

  /** The session's and the message's id. */
  public record Names(String session, String message) {}

  /** What the broker says of a copy; {@code due} is the time of a scheduled one. */
  public record BrokerFacts(
      long number, Instant enqueuedAt, @Nullable Instant due, long deliveries) {}

  /** Why a copy is a dead letter. */
  public record DeadLetter(String reason, String description) {}

  /** The sequenced headers, where it has them. */
  public Optional<SequencedHeaders> sequenced() {
    return headers instanceof ParsedHeaders.Sequenced sequenced
        ? Optional.of(sequenced.headers())
        : Optional.empty();
  }

  /** Which replay of a dead letter it is, where it is one. */
  public Optional<Replay> replay() {
    return headers instanceof ParsedHeaders.Replayed replayed
        ? Optional.of(replayed.headers().replay())
        : Optional.empty();
  }

  /** When it was sent, as its headers say; else when the broker took it. */
  public Instant sentAt() {
    if (headers instanceof ParsedHeaders.Replayed replayed) {
      return replayed.headers().sentAt();
    }
    return sequenced().map(SequencedHeaders::sentAt).orElse(at.enqueuedAt());
  }

  /** Where the message stands in its stream, where it is sequenced. */
  public Optional<Position> position() {
    return sequenced().map(SequencedHeaders::position);
  }
}
