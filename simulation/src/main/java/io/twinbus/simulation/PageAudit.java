package io.twinbus.simulation;

import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.protocol.SessionId;

/** Looks whether a range that has left its session record is on a page that the record counts. */
final class PageAudit implements ProgressAudit.Pages {

  private final AuditedMessages records;

  PageAudit(AuditedMessages records) {
    this.records = records;
  }

  @Override
  public boolean has(SessionId session, EndedRange range, Progress progress) {
    Overflow overflow = progress.annex().overflow().get(range.stream());
    for (long page = 0; overflow != null && page < overflow.pages(); page++) {
      if (records.current(session, MessageKey.ofPage(range.stream(), page))
              instanceof MessageContent.Page found
          && found.ranges().contains(range)) {
        return true;
      }
    }
    return false;
  }
}
