package io.twinbus.sender.journal;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.Map;

/**
 * What a journal says when it is opened.
 *
 * @param nextIndex the index of the next message
 * @param nextSegment the number of the next segment
 * @param copies which copies are owed
 * @param counters how far the sessions' streams are
 * @param unsettled the messages that no region has and that have not failed, in their order
 * @param passedOver what stands before numbers that failed everywhere
 * @param recent the latest accepted messages with explicit numbers, the latest last
 */
public record Recovered(
    long nextIndex,
    long nextSegment,
    OwedCopies copies,
    List<JournalRecord.Counter> counters,
    List<JournalRecord.Message> unsettled,
    Map<StreamNumber, JournalRecord.Mark> passedOver,
    List<JournalRecord.Message> recent) {

  /** A number of a session's stream. */
  public record StreamNumber(SessionId session, StreamId stream, long seq) {}
}
