package io.twinbus.ledger;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.StreamId;
import java.util.HexFormat;

/**
 * The name of a message record within its session: the same for both copies of a message, and made
 * of characters that any store takes, whatever the message is called.
 *
 * <p>Immutable and thread-safe.
 */
public record MessageKey(String value) implements Comparable<MessageKey> {

  /** The record of the message that is called {@code message}. */
  public static MessageKey of(MessageId message) {
    return new MessageKey("message-" + digest(message.value()));
  }

  /** A page of what ended otherwise than DONE, {@code number} from 0. */
  public static MessageKey ofPage(StreamId stream, long number) {
    return new MessageKey("ended-" + digest(stream.value()) + "-" + number);
  }

  /** The document of a stream whose cursor has left the session record. */
  public static MessageKey ofCold(StreamId stream) {
    return new MessageKey("cold-" + digest(stream.value()));
  }

  /** The record of a replay of the message that is called {@code message}. */
  public static MessageKey ofReplay(MessageId message, Replay replay) {
    String of =
        replay
            .of()
            .map(place -> place.stream().value() + "\n" + place.seq())
            .orElseGet(() -> "\n" + message.value());
    return new MessageKey("replay-%s-%d".formatted(digest(of), replay.ordinal()));
  }

  private static String digest(String name) {
    return HexFormat.of().formatHex(TextDigest.of(name));
  }

  @Override
  public int compareTo(MessageKey other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
