package io.twinbus.proving.killtest;

import java.util.EnumMap;
import java.util.Map;

/** How much was acknowledged: messages by the place they came to, and values. */
final class Tally {
  private final Map<Place, Integer> messages = new EnumMap<>(Place.class);
  private int values;

  void count(Place place, int howMany) {
    messages.merge(place, howMany, Integer::sum);
  }

  void countValue() {
    values++;
  }

  int messages(Place place) {
    return messages.getOrDefault(place, 0);
  }

  int values() {
    return values;
  }

  /** A copy; this one begins anew. */
  Tally take() {
    Tally copy = new Tally();
    copy.messages.putAll(messages);
    copy.values = values;
    messages.clear();
    values = 0;
    return copy;
  }
}
