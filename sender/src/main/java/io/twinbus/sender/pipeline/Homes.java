package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.util.List;

/** Finds a session's home region, as its place in the order of the regions. */
final class Homes {

  private final Topology topology;
  private final List<RegionName> order;

  Homes(Topology topology) {
    this.topology = topology;
    this.order = List.copyOf(topology.regions());
  }

  int indexOf(SessionId session) {
    return order.indexOf(topology.home().homeOf(session, topology.regions()));
  }
}
