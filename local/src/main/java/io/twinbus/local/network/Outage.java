package io.twinbus.local.network;

/** The way in which an endpoint is gone. */
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
