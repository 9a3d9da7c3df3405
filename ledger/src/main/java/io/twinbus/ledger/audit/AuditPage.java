package io.twinbus.ledger.audit;

import java.util.List;
import java.util.Optional;

/** What a question to the audit container found. */
public sealed interface AuditPage {

  /**
   * A page.
   *
   * @param entries the newest first
   * @param unreadable how many documents of the page this build cannot read
   * @param continuation what to ask the next page with; empty after the last
   */
  record Found(List<AuditEntry> entries, int unreadable, Optional<String> continuation)
      implements AuditPage {

    /** Copies {@code entries}. */
    public Found {
      entries = List.copyOf(entries);
    }
  }

  /** The question failed and says nothing; {@code why} is for people. */
  record Unknown(String why) implements AuditPage {}
}
