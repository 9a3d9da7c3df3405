package io.twinbus.sender.journal;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.Map;

/**
 * The state that a journal holds when it is opened.
 *
 * @param nextIndex the index of the next message
 * @param nextSegment the number of the next segment
 * @param copies the copies that are owed
 * @param counters the state of the sessions' streams
 * @param unsettled the messages that no region has and that have not failed, in their order
 * @param passedOver for each number that failed everywhere, the number before it
 * @param recent the latest accepted messages with explicit numbers, the latest last
 */
public record RecoveredJournal(
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
