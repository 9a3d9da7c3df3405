package io.twinbus.local.network;

import java.time.Duration;

/**
 * The delays between an endpoint and its clients. Immutable.
 *
 * @param seed of the jitter's draws; each connection and direction draws its own sequence from it
 */
public record Latency(Delay toServer, Delay toClient, long seed) {
  /** No delay in either direction. */
  public static final Latency NONE = new Latency(Delay.NONE, Delay.NONE, 0);

  /** The same fixed delay in each direction. */
  public static Latency eachWay(Duration base) {
    Delay delay = new Delay(base, Duration.ZERO);
    return new Latency(delay, delay, 0);
  }
}
