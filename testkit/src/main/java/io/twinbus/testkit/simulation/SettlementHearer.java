package io.twinbus.testkit.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.flow.Delivery;
import io.twinbus.receiver.flow.Settlement;

/** Who is told of every copy that is about to be settled. */
interface SettlementHearer {

  void settles(SessionId session, Delivery copy, Settlement settlement, RegionName region);
}
