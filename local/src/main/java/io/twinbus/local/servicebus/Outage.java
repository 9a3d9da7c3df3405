package io.twinbus.local.servicebus;

/** How a region that is gone looks to its clients. */
public enum Outage {
  /** Nobody listens; connections are reset, new ones refused. */
  REFUSE,
  /** Connections, also new ones, are reset as soon as they are there. */
  RESET,
  /** Connections stay, and new ones are accepted, but nothing is read and nothing answered. */
  BLACKHOLE
}
