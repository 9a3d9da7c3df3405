package io.twinbus.local.servicebus.faults;

import io.twinbus.local.servicebus.broker.BrokerMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settled messages that may return: the last {@value #MAX}, older ones are forgotten. Thread-safe.
 */
final class KeptMessages {
  private static final int MAX = 10_000;

  private record Kept(String entity, BrokerMessage message) {}

  private final ArrayDeque<Kept> ring = new ArrayDeque<>();

  synchronized void add(String entity, BrokerMessage message) {
    if (ring.size() == MAX) {
      ring.remove();
    }
    ring.add(new Kept(entity, message));
  }

  synchronized Map<String, List<BrokerMessage>> take() {
    Map<String, List<BrokerMessage>> byEntity = new LinkedHashMap<>();
    for (Kept one : ring) {
      byEntity.computeIfAbsent(one.entity(), entity -> new ArrayList<>()).add(one.message());
    }
    ring.clear();
    return byEntity;
  }
}
