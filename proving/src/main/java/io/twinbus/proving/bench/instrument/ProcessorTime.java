package io.twinbus.proving.bench.instrument;

import java.time.Duration;

/** The processor time that the endpoint and this process have used so far. */
public record ProcessorTime(Duration endpoint, Duration client) {

  public static ProcessorTime now(long endpointPid) {
    return new ProcessorTime(
        of(ProcessHandle.of(endpointPid).orElseThrow()), of(ProcessHandle.current()));
  }

  /** The endpoint's share of what both have used since then. */
  public double endpointShareSince(ProcessorTime then) {
    double endpointNanos = endpoint.minus(then.endpoint).toNanos();
    double clientNanos = client.minus(then.client).toNanos();
    return endpointNanos / (endpointNanos + clientNanos);
  }

  private static Duration of(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
