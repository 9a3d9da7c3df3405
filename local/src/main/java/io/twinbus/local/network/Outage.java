package io.twinbus.local.network;

import org.apiguardian.api.API;

/** The way in which an endpoint is gone. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public enum Outage {
  /** Nobody listens: open connections are reset, new ones are refused. */
  REFUSE,
  /** Connections open and are reset at once. */
  RESET,
  /**
   * Connections open and stay silent. As with lost packets, what was sent meanwhile arrives when
   * the outage ends, if the connection still stands.
   */
  BLACKHOLE
}
