package io.twinbus.receiver.session.state;

import io.twinbus.ledger.SessionRecord;
import java.util.List;
import java.util.Optional;

/**
 * All that one write brings to a session's record: the ends of the messages whose handlers have
 * ended well since the last one, in order, and at most one other change behind them. It is one
 * document: all of it lands, or nothing.
 *
 * @param ended the ends
 * @param last what follows them: a failure, a dead letter, a hole, a release, and so on
 */
public record CommitBatch(List<RecordChange.End> ended, Optional<RecordChange> last) {

  public CommitBatch {
    ended = List.copyOf(ended);
  }

  /** How many messages end with it. */
  public int endings() {
    return ended.size() + (last.filter(RecordChange.End.class::isInstance).isPresent() ? 1 : 0);
  }

  /** Whether all of it is on the record. */
  public boolean standsOn(SessionRecord record) {
    return ended.stream().allMatch(end -> end.standsOn(record))
        && last.map(change -> change.standsOn(record)).orElse(true);
  }
}
