package io.twinbus.ledger.store;

import io.twinbus.ledger.SessionRecord;
import java.util.List;
import java.util.Optional;

/** What a listing found. */
public sealed interface PageOutcome {

  /**
   * A page.
   *
   * @param sessions the records
   * @param unreadable how many records of the page this build cannot read (a newer build wrote
   *     them)
   * @param continuation what to ask the next page with; empty after the last
   * @param requestUnits what the page cost
   */
  record Page(
      List<SessionRecord> sessions,
      int unreadable,
      Optional<String> continuation,
      double requestUnits)
      implements PageOutcome {

    /** Copies {@code sessions}. */
    public Page {
      sessions = List.copyOf(sessions);
    }
  }

  /** The listing failed and says nothing; {@code why} is for people. */
  record Unknown(String why) implements PageOutcome {}
}
