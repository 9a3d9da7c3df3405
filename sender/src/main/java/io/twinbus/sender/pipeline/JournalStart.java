package io.twinbus.sender.pipeline;

import io.twinbus.sender.journal.Recovered;
import java.util.List;

/**
 * What lanes that write a journal begin with.
 *
 * @param recovered what the journal says
 * @param tickets the tickets of the unsettled messages, in their order
 * @param continuous whether nothing can be missing at the journal's end; otherwise sessions get
 *     fresh streams, lest a number be used twice
 * @param catchUpRate how many messages a second are read for each region that is behind
 */
public record JournalStart(
    Recovered recovered, List<Long> tickets, boolean continuous, int catchUpRate) {

  /** Copies the list. */
  public JournalStart {
    tickets = List.copyOf(tickets);
  }
}
