package io.twinbus.simulation;

import java.util.List;

/** What becomes of one message in one region, whatever the weather. */
enum Treatment {
  /** The region takes it, and has it at once or when it is due. */
  TAKEN,
  /** The region takes it, and it becomes visible up to a minute late. */
  DELAYED,
  /** The region takes it, and loses it. */
  LOST,
  /** The region refuses it. */
  REFUSED,
  /** The region takes it without an answer, and refuses it from then on. */
  MUDDLED;

  /**
   * Those that are the same for every attempt; a message is never refused that was taken before.
   */
  static final List<Treatment> CONSTANT = List.of(TAKEN, DELAYED, LOST, REFUSED);
}
