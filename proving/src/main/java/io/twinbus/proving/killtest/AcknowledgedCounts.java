package io.twinbus.proving.killtest;

import java.util.EnumMap;
import java.util.Map;

/** How much was acknowledged: messages by the place they came to, and values. */
final class AcknowledgedCounts {
  private final Map<MessagePlace, Integer> messages = new EnumMap<>(MessagePlace.class);
  private int values;

  void count(MessagePlace place, int howMany) {
    messages.merge(place, howMany, Integer::sum);
  }

  void countValue() {
    values++;
  }

  int messages(MessagePlace place) {
    return messages.getOrDefault(place, 0);
  }

  int values() {
    return values;
  }

  /** A copy; this one begins anew. */
  AcknowledgedCounts take() {
    AcknowledgedCounts copy = new AcknowledgedCounts();
    copy.messages.putAll(messages);
    copy.values = values;
    messages.clear();
    values = 0;
    return copy;
  }
}
