package io.twinbus.proving.killtest;

import java.time.Duration;
import java.util.List;

/**
 * One kill, and what was found after it.
 *
 * @param killedAfter how long the workers had worked
 * @param acknowledged what they had been told is done
 * @param restart how long it took until the stack was ready again
 * @param found how many messages are there
 * @param defects what is not as it was acknowledged, a line each
 */
record Round(
    Duration killedAfter, AcknowledgedCounts acknowledged, Duration restart, int found, List<String> defects) {

  static final String HEADING =
      "kill  after ms  sent  done  deferred  dead  scheduled  values  restart ms  found  defects";

  String row(int number) {
    return "%4d  %8d  %4d  %4d  %8d  %4d  %9d  %6d  %10d  %5d  %7d"
        .formatted(
            number,
            killedAfter.toMillis(),
            acknowledged.messages(MessagePlace.ACTIVE),
            acknowledged.messages(MessagePlace.NOWHERE),
            acknowledged.messages(MessagePlace.DEFERRED),
            acknowledged.messages(MessagePlace.DEAD),
            acknowledged.messages(MessagePlace.SCHEDULED),
            acknowledged.values(),
            restart.toMillis(),
            found,
            defects.size());
  }
}
