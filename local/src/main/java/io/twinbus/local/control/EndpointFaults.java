package io.twinbus.local.control;

import io.twinbus.local.network.Listener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is broken at one endpoint.
 *
 * @param outage {@code refuse}, {@code reset} or {@code blackhole}; null: none
 * @param latency the delays in force
 * @param faults of single requests, ended ones included, oldest first
 */
public record EndpointFaults(
    @Nullable String outage, DelayMillis latency, List<FaultStats> faults) {

  static EndpointFaults of(Listener network, List<FaultStats> faults) {
    return new EndpointFaults(
        network.outage().map(Words::of).orElse(null), DelayMillis.of(network.latency()), faults);
  }
}
