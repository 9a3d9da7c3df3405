package io.twinbus.protocol;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@link SequencedHeaders} from application properties of unknown origin. */
final class HeaderParser {

  private final Map<String, ? extends @Nullable Object> properties;

  HeaderParser(Map<String, ? extends @Nullable Object> properties) {
    this.properties = properties;
  }

  ParsedHeaders parse() {
    if (properties.get(Headers.REPLAY) != null) {
      return replayed();
    }
    if (properties.get(Headers.STREAM) == null && properties.get(Headers.SEQ) == null) {
      return new ParsedHeaders.Foreign();
    }
    try {
      long schema = number(Headers.SCHEMA);
      if (schema > SequencedHeaders.SCHEMA) {
        return new ParsedHeaders.Newer(Math.toIntExact(schema));
      }
      Position position =
          new Position(
              new StreamId(text(Headers.STREAM)), number(Headers.SEQ), number(Headers.PREV));
      return new ParsedHeaders.Sequenced(
          new SequencedHeaders(
              position,
              instant(Headers.PREV_AT),
              new RegionName(text(Headers.HOME)),
              Instant.ofEpochMilli(number(Headers.SENT_AT)),
              instant(Headers.EXPIRES_AT),
              instant(Headers.NOT_BEFORE),
              Boolean.TRUE.equals(properties.get(Headers.EXPLICIT))));
    } catch (IllegalArgumentException | ArithmeticException e) {
      return new ParsedHeaders.Malformed(String.valueOf(e.getMessage()));
    }
  }

  private ParsedHeaders replayed() {
    try {
      long schema = number(Headers.SCHEMA);
      if (schema > SequencedHeaders.SCHEMA) {
        return new ParsedHeaders.Newer(Math.toIntExact(schema));
      }
      Replay replay =
          new Replay(
              place(), number(Headers.REPLAY), text(Headers.REPLAY_BODY), text(Headers.REPLAY_BY));
      return new ParsedHeaders.Replayed(
          new ReplayHeaders(replay, Instant.ofEpochMilli(number(Headers.SENT_AT))));
    } catch (IllegalArgumentException | ArithmeticException e) {
      return new ParsedHeaders.Malformed(String.valueOf(e.getMessage()));
    }
  }

  private Optional<Position> place() {
    if (properties.get(Headers.REPLAY_STREAM) == null) {
      return Optional.empty();
    }
    long seq = number(Headers.REPLAY_SEQ);
    return Optional.of(new Position(new StreamId(text(Headers.REPLAY_STREAM)), seq, seq - 1));
  }

  private String text(String name) {
    if (properties.get(name) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("The header " + name + " is missing or no string.");
  }

  private long number(String name) {
    if (properties.get(name) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalArgumentException("The header " + name + " is missing or no number.");
  }

  private @Nullable Instant instant(String name) {
    return properties.get(name) == null ? null : Instant.ofEpochMilli(number(name));
  }
}
