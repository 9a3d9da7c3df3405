package io.twinbus.protocol;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a sequenced message: what a Twinbus sender says beside the body.
 *
 * <p>Immutable and thread-safe.
 *
 * @param position stream, seq and prev
 * @param previousSentAt when the predecessor was sent; null when there is none
 * @param home the session's home region
 * @param sentAt when the sender took the message in
 * @param expiresAt when the message expires; null when it does not
 * @param notBefore when the message may run first; null when at once
 * @param explicit whether the application numbers the stream, which may be quiet for any time
 */
public record SequencedHeaders(
    Position position,
    @Nullable Instant previousSentAt,
    RegionName home,
    Instant sentAt,
    @Nullable Instant expiresAt,
    @Nullable Instant notBefore,
    boolean explicit) {

  /** Whether the message may not run yet at {@code now}. */
  public boolean isTooEarly(Instant now) {
    return notBefore != null && now.isBefore(notBefore);
  }

  /** The version of the headers that this build writes, and the newest that it reads. */
  public static final int SCHEMA = 1;

  /** Headers of a message that may run at once. */
  public SequencedHeaders(
      Position position,
      @Nullable Instant previousSentAt,
      RegionName home,
      Instant sentAt,
      @Nullable Instant expiresAt) {
    this(position, previousSentAt, home, sentAt, expiresAt, null);
  }

  /** Headers of a message of a stream that its sender numbers. */
  public SequencedHeaders(
      Position position,
      @Nullable Instant previousSentAt,
      RegionName home,
      Instant sentAt,
      @Nullable Instant expiresAt,
      @Nullable Instant notBefore) {
    this(position, previousSentAt, home, sentAt, expiresAt, notBefore, false);
  }

  /** The same of a stream that the application numbers. */
  public SequencedHeaders ofExplicit() {
    return new SequencedHeaders(position, previousSentAt, home, sentAt, expiresAt, notBefore, true);
  }

  /** The application properties that carry these headers; a new, mutable map. */
  public Map<String, Object> toProperties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(Headers.STREAM, position.stream().value());
    properties.put(Headers.SEQ, position.seq());
    properties.put(Headers.PREV, position.prev());
    if (previousSentAt != null) {
      properties.put(Headers.PREV_AT, previousSentAt.toEpochMilli());
    }
    properties.put(Headers.HOME, home.value());
    properties.put(Headers.SENT_AT, sentAt.toEpochMilli());
    if (expiresAt != null) {
      properties.put(Headers.EXPIRES_AT, expiresAt.toEpochMilli());
    }
    if (notBefore != null) {
      properties.put(Headers.NOT_BEFORE, notBefore.toEpochMilli());
    }
    if (explicit) {
      properties.put(Headers.EXPLICIT, true);
    }
    properties.put(Headers.SCHEMA, SCHEMA);
    return properties;
  }

  /**
   * What the application properties of a received message say: {@link ParsedHeaders.Sequenced},
   * {@link ParsedHeaders.Foreign} when none of ours is there, or {@link ParsedHeaders.Malformed}.
   */
  public static ParsedHeaders parse(Map<String, ? extends @Nullable Object> properties) {
    return new HeaderParser(properties).parse();
  }
}
