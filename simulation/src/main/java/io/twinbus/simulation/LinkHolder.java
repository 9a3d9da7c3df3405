package io.twinbus.simulation;

/** Who holds a link to a session: its lock is renewed while he runs. */
interface LinkHolder extends Actor {

  boolean isUp();

  boolean isDead();
}
