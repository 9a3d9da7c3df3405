package io.twinbus.ledger.store;

import io.twinbus.ledger.SessionStatus;
import java.util.Map;

/** What a count found. */
public sealed interface CountsOutcome {

  /**
   * The counts.
   *
   * @param byStatus how many sessions have each status; every status is there
   * @param requestUnits what counting cost
   */
  record Counted(Map<SessionStatus, Long> byStatus, double requestUnits) implements CountsOutcome {

    /** Copies {@code byStatus}. */
    public Counted {
      byStatus = Map.copyOf(byStatus);
    }
  }

  /** The count failed and says nothing; {@code why} is for people. */
  record Unknown(String why) implements CountsOutcome {}
}
