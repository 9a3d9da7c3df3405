package io.twinbus.simulation;

import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.SearchOutcome;

/** Who hears of a session through a link. */
interface LinkHearer {

  void delivered(Delivery copy);

  /** The broker has answered a settlement; {@code done} says whether it took it. */
  void settled(Delivery copy, boolean done);

  void searched(SearchOutcome outcome);

  /** The broker has looked, at this very moment, and what a gap lacks is not in the session. */
  void lookedThrough();

  void lost(String why);
}
