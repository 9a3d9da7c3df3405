package io.twinbus.local.network;

import org.jspecify.annotations.Nullable;

/** The weather between a listener and its clients: an outage or none, and delays. */
record Network(@Nullable Outage outage, Latency latency) {
  static final Network CALM = new Network(null, Latency.NONE);

  Network with(@Nullable Outage next) {
    return new Network(next, latency);
  }

  Network with(Latency next) {
    return new Network(outage, next);
  }
}
