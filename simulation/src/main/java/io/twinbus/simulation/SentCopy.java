package io.twinbus.simulation;

import io.twinbus.protocol.SequencedHeaders;
import java.time.Duration;

/**
 * One copy of a message on the wire.
 *
 * @param message what it is a copy of
 * @param headers what stands on this copy: another attempt may name another predecessor
 * @param visibleAt when it shall become visible at the earliest, by the region's clock
 */
record SentCopy(SentMessage message, SequencedHeaders headers, Duration visibleAt) {

  @Override
  public String toString() {
    return message.toString();
  }
}
