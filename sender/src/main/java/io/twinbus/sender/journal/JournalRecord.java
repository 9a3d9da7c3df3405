package io.twinbus.sender.journal;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.OutboundMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands in the journal. Immutable. */
public sealed interface JournalRecord {

  /**
   * Whether somebody waits until this is durable: a message goes out then, and what passes over one
   * that was refused. Other records only spare a restart some work.
   */
  default boolean isAwaited() {
    return this instanceof Message || (this instanceof CopyEnded ended && !ended.accepted());
  }

  /** A number in a stream, and when its message was sent; 0: none. */
  record Mark(long seq, @Nullable Instant sentAt) {}

  /**
   * A message to deliver.
   *
   * @param index its number in the journal, from 1
   * @param message the message
   * @param stream its stream
   * @param seq its number in the stream
   * @param previous the message before it in the stream, as things stood when it was taken in
   * @param sentAt when it was taken in
   */
  record Message(
      long index, OutboundMessage message, StreamId stream, long seq, Mark previous, Instant sentAt)
      implements JournalRecord {}

  /** A region has its copy of a message, or refused it for good. */
  record CopyEnded(long index, RegionName region, boolean accepted) implements JournalRecord {}

  /** A failed number of an explicit stream holds it back no longer. */
  record NumberAbandoned(SessionId session, StreamId stream, long seq) implements JournalRecord {}

  /** A segment begins; messages from {@code firstIndex} on stand in it. */
  record SegmentStart(long segment, long firstIndex) implements JournalRecord {}

  /**
   * How far a stream is, so that older segments are not needed to go on with it.
   *
   * @param session the session
   * @param stream the stream
   * @param kind whose numbers they are
   * @param last the last number handed in
   * @param accepted the last one that a region accepted
   * @param failed those that failed and hold the stream back, of an explicit one
   */
  record Counter(
      SessionId session, StreamId stream, Kind kind, long last, Mark accepted, List<Failed> failed)
      implements JournalRecord {}

  /** Whose numbers a stream has. */
  enum Kind {
    /** The sender's; the session's next message goes on with it. */
    OWN,
    /** The sender's; the session has another one by now, and this still has unsettled messages. */
    FORMER,
    /** The application's. */
    EXPLICIT
  }

  /** A number that failed everywhere: what comes behind it names {@code before} instead. */
  record PassedOver(SessionId session, StreamId stream, long seq, Mark before)
      implements JournalRecord {}

  /** A number of an explicit stream that failed. */
  record Failed(long seq, MessageId message) {}
}
