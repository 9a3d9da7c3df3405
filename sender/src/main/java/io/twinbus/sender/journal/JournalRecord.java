package io.twinbus.sender.journal;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record of the journal. Immutable. */
public sealed interface JournalRecord {

  /**
   * Whether the lanes wait until this record is durable. Only then may a message go out, or a
   * message pass over a refused one. All other records merely save a restart some work.
   */
  default boolean isAwaited() {
    return this instanceof Message || (this instanceof CopyEnded ended && !ended.accepted());
  }

  /** A number in a stream, and when its message was sent; {@code seq} 0 stands for none. */
  record Mark(long seq, @Nullable Instant sentAt) {}

  /**
   * A message to deliver.
   *
   * @param index its number in the journal, from 1
   * @param message the message
   * @param stream its stream
   * @param seq its number in the stream
   * @param previous the message before it in the stream, at the moment when it was taken in
   * @param sentAt when it was taken in
   */
  record Message(
      long index, OutboundMessage message, StreamId stream, long seq, Mark previous, Instant sentAt)
      implements JournalRecord {}

  /** A copy ended: the region accepted it, or the sender gave it up. */
  record CopyEnded(long index, RegionName region, boolean accepted) implements JournalRecord {}

  /** The application abandoned a failed number of an explicit stream. */
  record NumberAbandoned(SessionId session, StreamId stream, long seq) implements JournalRecord {}

  /** The first record of a segment, which holds the messages from {@code firstIndex}. */
  record SegmentStart(long segment, long firstIndex) implements JournalRecord {}

  /**
   * The state of a stream, so that older segments are not needed to continue it.
   *
   * @param session the session
   * @param stream the stream
   * @param kind the origin of its numbers
   * @param last the last number that was given
   * @param accepted the last number that a region accepted
   * @param failed the failed numbers of an explicit stream, which hold it back
   */
  record Counter(
      SessionId session, StreamId stream, Kind kind, long last, Mark accepted, List<Failed> failed)
      implements JournalRecord {}

  /** The origin of a stream's numbers. */
  enum Kind {
    /** The sender; the session's next message continues this stream. */
    OWN,
    /** The sender; the session has a newer stream, and this one still has unsettled messages. */
    FORMER,
    /** The application. */
    EXPLICIT
  }

  /** A number that failed everywhere: later messages name {@code before} in its place. */
  record PassedOver(SessionId session, StreamId stream, long seq, Mark before)
      implements JournalRecord {}

  /** A number of an explicit stream that failed. */
  record Failed(long seq, MessageId message) {}
}
