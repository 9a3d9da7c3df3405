package io.twinbus.sender.message;

import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place that the application gives a message: a number in a stream with a stable name, such as
 * an aggregate's version or a position in a log.
 *
 * <p>The numbers belong to the message's session: another session may use the same stream name. A
 * number stands for one message for ever. A resend, also by another sender after a restart, is the
 * same message and takes effect once. Numbers are never passed over: a failed one holds its stream
 * back until it is accepted or abandoned ({@link io.twinbus.sender.Sender#abandon}).
 *
 * <p>Immutable and thread-safe.
 *
 * @param stream the stream's name
 * @param seq the message's number, above {@code prev}
 * @param prev the number before it in the stream; 0 for the first message
 * @param previousSentAt when the message before was sent, or null when the application does not
 *     know. A receiver that no longer has the stream's cursor needs it to tell a predecessor that
 *     ended long ago from one that is missing
 */
public record ExplicitSequence(
    StreamId stream, long seq, long prev, @Nullable Instant previousSentAt) {

  /**
   * @throws InvalidMessageException unless 0 &le; prev &lt; seq
   */
  public ExplicitSequence {
    if (prev < 0 || seq <= prev) {
      throw new InvalidMessageException(
          ("Stream '%s' has number %d after %d: give a number above its predecessor's, which is at"
                  + " least 0.")
              .formatted(stream, seq, prev));
    }
  }

  /**
   * Number {@code seq} of {@code stream}, after number {@code prev}.
   *
   * @throws InvalidMessageException unless 0 &le; prev &lt; seq
   */
  public static ExplicitSequence of(String stream, long seq, long prev) {
    return new ExplicitSequence(new StreamId(stream), seq, prev, null);
  }

  /**
   * Number {@code seq} of a stream without holes, whose first number is 1. The stream may be quiet
   * for any time: receivers remember how far it has come ({@code
   * twinbus.ledger.explicit-retention}).
   *
   * @throws InvalidMessageException unless {@code seq} is at least 1
   */
  public static ExplicitSequence dense(String stream, long seq) {
    return of(stream, seq, seq - 1);
  }

  /** The same place, with the time when the message before was sent. */
  public ExplicitSequence previousSentAt(Instant time) {
    return new ExplicitSequence(stream, seq, prev, time);
  }

  /** When the message before was sent, if the application knows it. */
  public Optional<Instant> predecessorSentAt() {
    return Optional.ofNullable(previousSentAt);
  }
}
