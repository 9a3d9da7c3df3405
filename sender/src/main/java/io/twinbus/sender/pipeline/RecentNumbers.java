package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.DeliveryStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the latest messages with explicit numbers, so that a resend gets the same answer.
 * Bounded: the oldest are dropped.
 */
final class RecentNumbers {

  /** How many outcomes are kept. */
  static final int DEFAULT_BOUND = 16_384;

  private record Place(SessionId session, StreamId stream, long seq) {}

  private final Map<Place, DeliveryStatus> ended;

  RecentNumbers(int bound) {
    ended =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Place, DeliveryStatus> eldest) {
            return size() > bound;
          }
        };
  }

  void ended(DeliveryStatus delivery) {
    ended.put(
        new Place(delivery.session(), delivery.position().stream(), delivery.position().seq()),
        delivery);
  }

  /** The outcome of the message with this number; null when it is not among the latest. */
  @Nullable DeliveryStatus of(SessionId session, StreamId stream, long seq) {
    return ended.get(new Place(session, stream, seq));
  }
}
