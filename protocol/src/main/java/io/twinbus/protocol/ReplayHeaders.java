package io.twinbus.protocol;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The headers of a dead letter that was sent again. It has no place in its stream any more: a
 * record of its own says what became of it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param replay which replay of which message
 * @param sentAt when it was sent again
 */
public record ReplayHeaders(Replay replay, Instant sentAt) {

  /** The application properties that carry these headers; a new, mutable map. */
  public Map<String, Object> toProperties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    replay
        .of()
        .ifPresent(
            place -> {
              properties.put(Headers.REPLAY_STREAM, place.stream().value());
              properties.put(Headers.REPLAY_SEQ, place.seq());
            });
    properties.put(Headers.REPLAY, replay.ordinal());
    properties.put(Headers.REPLAY_BODY, replay.body());
    properties.put(Headers.REPLAY_BY, replay.by());
    properties.put(Headers.SENT_AT, sentAt.toEpochMilli());
    properties.put(Headers.SCHEMA, SequencedHeaders.SCHEMA);
    return properties;
  }
}
