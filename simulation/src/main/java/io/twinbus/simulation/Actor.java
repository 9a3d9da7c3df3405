package io.twinbus.simulation;

/** Somebody who makes calls over the network, and hears the answers if he still lives then. */
interface Actor {

  String name();

  /** Does {@code work} now, when he wakes up, or never. */
  void hand(Runnable work);
}
