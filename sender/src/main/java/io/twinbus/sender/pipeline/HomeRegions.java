package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.util.List;

/** Finds the home region of a session, as an index into the regions. */
final class HomeRegions {

  private final Topology topology;
  private final List<RegionName> order;

  HomeRegions(Topology topology) {
    this.topology = topology;
    this.order = List.copyOf(topology.regions());
  }

  int indexOf(SessionId session) {
    return order.indexOf(topology.home().homeOf(session, topology.regions()));
  }
}
