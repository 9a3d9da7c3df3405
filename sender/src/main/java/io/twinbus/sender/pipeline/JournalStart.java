package io.twinbus.sender.pipeline;

import io.twinbus.sender.journal.RecoveredJournal;
import java.util.List;

/**
 * What lanes with a journal start from.
 *
 * @param recovered what the journal holds
 * @param tickets the tickets of the unsettled messages, in their order
 * @param continuous whether the journal's end is complete. Otherwise sessions get fresh streams, so
 *     that no number is used twice
 * @param catchUpRate how many messages a second are read for each region that is behind
 */
public record JournalStart(
    RecoveredJournal recovered, List<Long> tickets, boolean continuous, int catchUpRate) {

  /** Copies the list. */
  public JournalStart {
    tickets = List.copyOf(tickets);
  }
}
