package io.twinbus.ledger;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a {@link MessageRecord} says. Implementations are immutable and thread-safe. */
public sealed interface MessageContent {

  /** The name of the record within its session. */
  MessageKey key();

  /** Which replay of a message it speaks of; empty where it speaks of none. */
  default Optional<Replay> replay() {
    return Optional.empty();
  }

  /**
   * The message has not ended.
   *
   * @param message the message's id
   * @param owner under whose claim it was taken last; null when it was given back
   * @param token the fencing token of that claim; it only grows
   * @param tries what is on record against it
   * @param replay which replay of it; empty: the message as its sender sent it
   */
  record Open(
      MessageId message,
      @Nullable Owner owner,
      long token,
      MessageAttempts tries,
      Optional<Replay> replay)
      implements MessageContent {

    /** The message as its sender sent it. */
    public Open(MessageId message, @Nullable Owner owner, long token, MessageAttempts tries) {
      this(message, owner, token, tries, Optional.empty());
    }

    @Override
    public MessageKey key() {
      return new MessageName(message, replay).key();
    }

    /** Whether {@code claim} is the one under which it was taken last. */
    public boolean isHeldBy(ClaimId claim) {
      return owner != null && owner.claim().equals(claim);
    }

    /** The same with other tries. */
    public Open withTries(MessageAttempts next) {
      return new Open(message, owner, token, next, replay);
    }

    /** The same taken by {@code next}. */
    public Open takenBy(Owner next, long nextToken, MessageAttempts now) {
      return new Open(message, next, nextToken, now, replay);
    }

    /** The same given back. */
    public Open givenBack(MessageAttempts now) {
      return new Open(message, null, token, now, replay);
    }

    /** It has ended. */
    public Over over(EndState state, String reason) {
      return new Over(message, state, reason, token, replay);
    }
  }

  /**
   * The message has ended.
   *
   * @param message the message's id
   * @param state how
   * @param reason the dead-letter reason, or who passed over it
   * @param token under which token
   * @param replay which replay of it; empty: the message as its sender sent it
   */
  record Over(MessageId message, EndState state, String reason, long token, Optional<Replay> replay)
      implements MessageContent {

    /** The message as its sender sent it. */
    public Over(MessageId message, EndState state, String reason, long token) {
      this(message, state, reason, token, Optional.empty());
    }

    @Override
    public MessageKey key() {
      return new MessageName(message, replay).key();
    }
  }

  /**
   * Numbers of a stream that ended otherwise than DONE and no longer fit the session record; pages
   * of a stream follow each other in its order.
   *
   * @param stream the stream
   * @param number the page's number, from 0
   * @param ranges the numbers, ascending; at least one range
   */
  record Page(StreamId stream, long number, List<EndedRange> ranges) implements MessageContent {

    /** Copies {@code ranges}. */
    public Page {
      ranges = List.copyOf(ranges);
      if (ranges.isEmpty()) {
        throw new IllegalArgumentException("A page has at least one range.");
      }
    }

    @Override
    public MessageKey key() {
      return MessageKey.ofPage(stream, number);
    }

    /** The lowest number that it speaks of. */
    public long from() {
      return ranges.get(0).from();
    }

    /** The highest number that it speaks of. */
    public long to() {
      return ranges.get(ranges.size() - 1).to();
    }
  }

  /**
   * How far a stream has come that the session record has no room for. Its cursor is never lowered.
   *
   * @param stream the stream
   * @param cursor its cursor
   * @param ended what of it ended otherwise than DONE, oldest first, as far as no page says it
   * @param overflow that some of its ended ranges are in pages
   */
  record Cold(StreamId stream, Cursor cursor, List<EndedRange> ended, Optional<Overflow> overflow)
      implements MessageContent {

    /** Copies {@code ended}. */
    public Cold {
      ended = List.copyOf(ended);
    }

    @Override
    public MessageKey key() {
      return MessageKey.ofCold(stream);
    }
  }
}
