package io.twinbus.sender;

import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place that the application itself gives a message: a number in a stream of a stable name,
 * such as an aggregate's version or a position in a log.
 *
 * <p>The numbers belong to the message's session: another session may use the same stream name. A
 * number is one message for ever; sent again it is the same message, and takes effect once, also by
 * another sender after a restart. Numbers are never passed over: one that failed holds its stream
 * back until it is accepted or abandoned by name ({@link Sender#abandon}).
 *
 * <p>Immutable and thread-safe.
 *
 * @param stream the stream's name
 * @param seq the message's number, above {@code prev}
 * @param prev the number before it in the stream; 0: it is the first
 * @param previousSentAt when the one before was sent, or null when the application does not know; a
 *     receiver that has forgotten the whole stream needs it to tell a predecessor that ended long
 *     ago from one that is missing
 */
public record ExplicitSequence(
    StreamId stream, long seq, long prev, @Nullable Instant previousSentAt) {

  /**
   * @throws InvalidMessageException unless 0 &le; prev &lt; seq
   */
  public ExplicitSequence {
    if (prev < 0 || seq <= prev) {
      throw new InvalidMessageException(
          ("A number in a stream must be greater than its predecessor's, and that at least 0: stream"
                  + " '%s' has number %d after %d.")
              .formatted(stream, seq, prev));
    }
  }

  /**
   * Number {@code seq} of {@code stream}, where the one before is {@code prev}.
   *
   * @throws InvalidMessageException unless 0 &le; prev &lt; seq
   */
  public static ExplicitSequence of(String stream, long seq, long prev) {
    return new ExplicitSequence(new StreamId(stream), seq, prev, null);
  }

  /**
   * Number {@code seq} of a stream whose numbers are dense, from 1: the one before is {@code seq} -
   * 1.
   *
   * @throws InvalidMessageException unless {@code seq} is at least 1
   */
  public static ExplicitSequence dense(String stream, long seq) {
    return of(stream, seq, seq - 1);
  }

  /** The same place, where the message before was sent at {@code time}. */
  public ExplicitSequence previousSentAt(Instant time) {
    return new ExplicitSequence(stream, seq, prev, time);
  }

  /** When the message before was sent, where the application knows it. */
  public Optional<Instant> predecessorSentAt() {
    return Optional.ofNullable(previousSentAt);
  }
}
