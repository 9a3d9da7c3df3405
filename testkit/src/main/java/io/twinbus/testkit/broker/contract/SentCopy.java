package io.twinbus.testkit.broker.contract;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A copy that a suite sends: message {@code seq} of the one stream of its session.
 *
 * @param session the session
 * @param seq the number in its stream; the one before is its predecessor
 * @param delay how long from now it becomes visible; zero: at once
 */
public record SentCopy(SessionId session, long seq, Duration delay) {

  /** The name of the stream. */
  public StreamId stream() {
    return streamOf(session);
  }

  static StreamId streamOf(SessionId session) {
    return new StreamId("stream-" + Integer.toHexString(session.value().hashCode()));
  }

  static SentCopy of(SessionId session, long seq) {
    return new SentCopy(session, seq, Duration.ZERO);
  }

  /** Numbers {@code from} to {@code to}. */
  static List<SentCopy> range(SessionId session, long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(seq -> of(session, seq)).toList();
  }
}
