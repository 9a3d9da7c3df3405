package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.message.OutboundMessage;
import java.util.List;

/** Something that happened and that the lanes react to. */
public sealed interface Event {

  /** The application handed a message in; effects name it by {@code ticket}. */
  record Offered(long ticket, OutboundMessage message) implements Event {}

  /** The application abandons a failed number, so that its explicit stream can go on. */
  record NumberAbandoned(long ticket, SessionId session, StreamId stream, long seq)
      implements Event {}

  /** The region has every message of the batch. */
  record Accepted(BatchId batch) implements Event {}

  /**
   * The region refused the batch, and has none of its messages.
   *
   * @param doubtful whether the region may have them all the same, because it refused the link and
   *     not the batch
   */
  record Refused(BatchId batch, RefusalKind kind, Problem problem, boolean doubtful)
      implements Event {}

  /** The batch has no answer: the region has all of its messages or none. */
  record Unanswered(BatchId batch, Problem problem) implements Event {}

  /** The link to the region takes messages of up to this many bytes. */
  record LinkLimit(RegionName region, int maxBytes) implements Event {}

  /** All appends up to this number are durable. */
  record Written(long append) implements Event {}

  /** A segment of the journal has reached its maximal size. */
  record SegmentFull(long segment) implements Event {}

  /** The journal was read for a region; the next read begins at {@code next}. */
  record Recalled(RegionName region, List<JournalRecord.Message> messages, LogPosition next)
      implements Event {}

  /** Time passed. */
  record Tick() implements Event {}

  /** The sender closes, and gives up every unsettled message. */
  record Closed() implements Event {}
}
