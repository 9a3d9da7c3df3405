package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;

/** Who is told of every copy that is about to be settled. */
interface SettlementHearer {

  void settles(SessionId session, Delivery copy, Settlement settlement, RegionName region);
}
