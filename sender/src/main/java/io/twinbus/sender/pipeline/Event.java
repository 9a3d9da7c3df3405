package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.OutboundMessage;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.Place;
import java.util.List;

/** What the lanes react to. */
public sealed interface Event {

  /** A message was handed to the sender; {@code ticket} names it in effects. */
  record Offered(long ticket, OutboundMessage message) implements Event {}

  /** A failed number of an explicit stream shall hold the stream back no longer. */
  record NumberAbandoned(long ticket, SessionId session, StreamId stream, long seq)
      implements Event {}

  /** The region has every message of the batch. */
  record Accepted(BatchId batch) implements Event {}

  /**
   * The region has no message of the batch.
   *
   * @param doubtful whether it may have them all the same: the refusal came for the link, not for
   *     the batch
   */
  record Refused(BatchId batch, RefusalKind kind, Problem problem, boolean doubtful)
      implements Event {}

  /** Nobody knows whether the region has the messages of the batch: all of them or none. */
  record Unanswered(BatchId batch, Problem problem) implements Event {}

  /** The link to the region takes batches of up to this many bytes. */
  record LinkLimit(RegionName region, int maxBytes) implements Event {}

  /** The journal has all up to the append of this number. */
  record Written(long append) implements Event {}

  /** A segment of the journal has reached its size. */
  record SegmentFull(long segment) implements Event {}

  /** What was read from the journal for a region, and where to go on. */
  record Recalled(RegionName region, List<JournalRecord.Message> messages, Place next)
      implements Event {}

  /** Time passed. */
  record Tick() implements Event {}

  /** The sender closes: whatever is unsettled is given up. */
  record Abandoned() implements Event {}
}
