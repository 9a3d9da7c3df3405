package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.JournalRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a sender's sessions, the longest unused first; bounded.
 *
 * <p>Only streams without pending copies are evicted; one that has some is passed over, as if it
 * had just been used. The window and the bound on waiting copies limit those, so that the map is
 * bounded even while none can be evicted.
 */
final class SessionStreams {

  /** How many of the longest unused streams are examined for each new one. */
  private static final int LOOK_AT = 8;

  private static final float LOAD_FACTOR = 0.75f;

  private final LinkedHashMap<StreamKey, SessionStream> streams =
      new LinkedHashMap<>(16, LOAD_FACTOR, true);
  private final int maxSessions;
  private final Duration maxIdle;
  private final Supplier<StreamId> freshIds;
  private final ToIntFunction<SessionId> homes;
  private long evicted;

  SessionStreams(
      int maxSessions,
      Duration maxIdle,
      Supplier<StreamId> freshIds,
      ToIntFunction<SessionId> homes) {
    this.maxSessions = maxSessions;
    this.maxIdle = maxIdle;
    this.freshIds = freshIds;
    this.homes = homes;
  }

  int size() {
    return streams.size();
  }

  long evicted() {
    return evicted;
  }

  /** The stream, if it is known and was used within the maximal idle time; null otherwise. */
  @Nullable SessionStream known(StreamKey key, MonotonicTime now) {
    SessionStream known = streams.get(key);
    return known == null || isEvictable(known, now) ? null : known;
  }

  /** The stream; a fresh one if it is new, or was idle for too long. */
  SessionStream of(StreamKey key, MonotonicTime now) {
    SessionStream known = streams.get(key);
    if (known != null && !isEvictable(known, now)) {
      return known;
    }
    if (known != null) {
      streams.remove(key);
      evicted++;
    }
    makeRoom(now);
    StreamId explicit = key.explicit();
    SessionStream fresh =
        new SessionStream(
            explicit == null ? freshIds.get() : explicit,
            explicit != null,
            homes.applyAsInt(key.session()),
            now);
    streams.put(key, fresh);
    return fresh;
  }

  /** A fresh stream for one message, which stands outside the session's order; not kept. */
  SessionStream ofOneMessage(SessionId session, MonotonicTime now) {
    return new SessionStream(freshIds.get(), false, homes.applyAsInt(session), now);
  }

  /** Restores a stream from the journal. */
  SessionStream restore(StreamKey key, JournalRecord.Counter counter, MonotonicTime now) {
    SessionStream stream =
        new SessionStream(
            counter.stream(),
            counter.kind() == JournalRecord.Kind.EXPLICIT,
            homes.applyAsInt(key.session()),
            now);
    stream.restore(counter);
    streams.put(key, stream);
    return stream;
  }

  /** A separate stream for one message that was read back from the journal. */
  SessionStream passing(JournalRecord.Message message, MonotonicTime now) {
    int home = homes.applyAsInt(message.message().session());
    return new SessionStream(message.stream(), false, home, now);
  }

  /** Adds the state of each stream to {@code counters}. */
  void export(List<JournalRecord.Counter> counters) {
    streams.forEach(
        (key, stream) -> {
          boolean former = key.explicit() != null && stream.numbers() == null;
          if (!former || !stream.isIdle()) {
            JournalRecord.Kind kind = former ? JournalRecord.Kind.FORMER : JournalRecord.Kind.OWN;
            counters.add(stream.counter(key.session(), kind));
          }
        });
  }

  private void makeRoom(MonotonicTime now) {
    for (int looked = 0; looked < LOOK_AT && !streams.isEmpty(); looked++) {
      Map.Entry<StreamKey, SessionStream> eldest = streams.entrySet().iterator().next();
      boolean full = streams.size() >= maxSessions;
      if (!full && !isEvictable(eldest.getValue(), now)) {
        return;
      }
      if (eldest.getValue().isIdle()) {
        streams.remove(eldest.getKey());
        evicted++;
      } else {
        var unused = streams.get(eldest.getKey()); // the next new one looks at those behind it
      }
    }
  }

  private boolean isEvictable(SessionStream stream, MonotonicTime now) {
    return stream.isIdle() && now.since(stream.usedAt()).compareTo(maxIdle) >= 0;
  }
}
