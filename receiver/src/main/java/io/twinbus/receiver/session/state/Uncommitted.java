package io.twinbus.receiver.session.state;

import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages whose handlers have ended well and whose ends are not in the ledger yet, in order.
 *
 * <p>The record as it will read with them selects the next message and is what its handler is told
 * of the session's state; the record as the ledger has it settles copies. They are the same with
 * {@code commit: each}, whenever a handler may start. If the worker dies, these messages run again:
 * at most a group.
 */
public final class Uncommitted {

  private final List<RecordChange.End> ends = new ArrayList<>();
  private @Nullable SessionRecord base;
  private @Nullable SessionRecord ahead;

  /** What was written last, as long as nothing but ends has gone into {@code ahead} since. */
  private @Nullable SessionRecord written;

  /** The ledger's record reads so now. */
  public void over(@Nullable SessionRecord record) {
    if (record == null || !record.equals(written)) {
      ahead = null;
    }
    base = record;
    written = null;
  }

  public void add(RecordChange.End end) {
    ends.add(end);
    SessionRecord known = ahead;
    if (known != null) {
      ahead = end.appliedTo(known, end.at());
    }
  }

  /** All of them go to the ledger as {@code record}, with nothing beside them. */
  public void writing(SessionRecord record) {
    written = record;
  }

  /** The first {@code count} of them are in the ledger now. */
  public void landed(int count) {
    ends.subList(0, count).clear();
  }

  /** The record as it will read with all of them, the stamp aside; empty when there is none. */
  public Optional<SessionRecord> ahead() {
    return Optional.ofNullable(read());
  }

  /** How far the session's messages will have been handled with all of them. */
  public Progress progress() {
    SessionRecord record = read();
    return record == null ? Progress.NONE : record.progress();
  }

  private @Nullable SessionRecord read() {
    SessionRecord from = base;
    if (ahead == null && from != null) {
      SessionRecord record = from;
      for (RecordChange.End end : ends) {
        record = end.appliedTo(record, end.at());
      }
      ahead = record;
    }
    return ahead;
  }

  public List<RecordChange.End> all() {
    return List.copyOf(ends);
  }

  public int size() {
    return ends.size();
  }

  public boolean isEmpty() {
    return ends.isEmpty();
  }
}
