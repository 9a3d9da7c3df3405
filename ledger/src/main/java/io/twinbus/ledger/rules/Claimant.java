package io.twinbus.ledger.rules;

import io.twinbus.ledger.Owner;
import io.twinbus.protocol.Position;
import java.util.List;

/**
 * Who wants to claim a session.
 *
 * <p>Immutable and thread-safe.
 *
 * @param owner under which name
 * @param heads the runnable messages that it has in hand, one a stream
 * @param inDoubt what it does about a start without an end
 */
public record Claimant(Owner owner, List<Position> heads, InDoubt inDoubt) {

  /** Copies {@code heads}. */
  public Claimant {
    heads = List.copyOf(heads);
  }
}
