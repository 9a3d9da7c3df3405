package io.twinbus.local.network;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The weather between a listener and its clients: an outage or none, and a delay in each direction.
 */
record Network(@Nullable Outage outage, Duration latency) {
  static final Network CALM = new Network(null, Duration.ZERO);

  Network with(@Nullable Outage next) {
    return new Network(next, latency);
  }

  Network with(Duration next) {
    return new Network(outage, next);
  }
}
