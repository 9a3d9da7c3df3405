package io.twinbus.testkit.link.contract;

import io.twinbus.sender.link.RegionLink;
import java.util.List;
import java.util.Optional;

/** A link under test, with what a suite needs around it. Its region is empty at the beginning. */
public interface LinkSite {

  /** The link. */
  RegionLink link();

  /** The ids of the messages that the region has, in the order of its own numbers. */
  List<String> taken();

  /** What can be done to the region; empty: nothing, as with a service of somebody else's. */
  Optional<Mishaps> mishaps();

  /** What can happen to a region. */
  interface Mishaps {

    /** It is out of reach. */
    void regionDown();

    /** It is there again. */
    void regionUp();

    /** Its entity is disabled. */
    void disable();

    /** Its entity is open again. */
    void enable();

    /** It takes the next batch, and its answer gets lost. */
    void loseNextReply();

    /** It is too busy for the next batch. */
    void putNextOff();
  }
}
