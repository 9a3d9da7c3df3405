package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.Delivery;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the latest messages with explicit numbers ended, so that one sent again can be answered;
 * bounded, the oldest are forgotten.
 */
final class RecentNumbers {

  private record Place(SessionId session, StreamId stream, long seq) {}

  private final Map<Place, Delivery> ended;

  RecentNumbers(int bound) {
    ended =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Place, Delivery> eldest) {
            return size() > bound;
          }
        };
  }

  void ended(Delivery delivery) {
    ended.put(
        new Place(delivery.session(), delivery.position().stream(), delivery.position().seq()),
        delivery);
  }

  /** How the message under this number ended; null when that is not known any more. */
  @Nullable Delivery of(SessionId session, StreamId stream, long seq) {
    return ended.get(new Place(session, stream, seq));
  }
}
