package io.twinbus.ops.watch;

import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import java.util.Map;
import java.util.Optional;

/**
 * Counts over all sessions of a ledger: the part of a snapshot that costs more, the more sessions
 * there are.
 */
@FunctionalInterface
public interface Census {

  /** A census that asks the ledger each time. */
  Census EACH_TIME = Census::ask;

  /** How many sessions with a gap are counted. */
  int MAX_GAPS = 100;

  /**
   * What was counted.
   *
   * @param byStatus sessions by status; empty when the ledger did not say
   * @param gaps how many sessions wait for a missing message, up to {@value #MAX_GAPS}
   */
  record Counts(Map<SessionStatus, Long> byStatus, int gaps) {

    /** Copies {@code byStatus}. */
    public Counts {
      byStatus = Map.copyOf(byStatus);
    }
  }

  /**
   * The counts of {@code ledger}.
   *
   * @throws io.twinbus.ops.CommandFailure when the ledger does not answer
   */
  Counts take(OpenLedger ledger);

  private static Counts ask(OpenLedger ledger) {
    Map<SessionStatus, Long> byStatus =
        Answers.await(ledger.queries().counts()) instanceof CountsOutcome.Counted counted
            ? counted.byStatus()
            : Map.of();
    PageOutcome page =
        Answers.await(
            ledger.queries().list(SessionFilter.ALL.withGaps(), MAX_GAPS, Optional.empty()));
    return new Counts(
        byStatus, page instanceof PageOutcome.Page found ? found.sessions().size() : 0);
  }
}
