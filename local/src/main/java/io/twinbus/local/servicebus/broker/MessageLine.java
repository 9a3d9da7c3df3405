package io.twinbus.local.servicebus.broker;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Messages in the order of their sequence numbers: all of a session, or of a plain queue. */
final class MessageLine {
  private final NavigableMap<Long, BrokerMessage> all = new TreeMap<>();
  // A separate index, so that a long tail of locked or deferred messages costs a receiver nothing.
  private final NavigableMap<Long, BrokerMessage> ready = new TreeMap<>();

  NavigableMap<Long, BrokerMessage> all() {
    return all;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  boolean hasReady() {
    return !ready.isEmpty();
  }

  @Nullable BrokerMessage firstReady() {
    var first = ready.firstEntry();
    return first == null ? null : first.getValue();
  }

  @Nullable BrokerMessage lastReady() {
    var last = ready.lastEntry();
    return last == null ? null : last.getValue();
  }

  void add(BrokerMessage message) {
    all.put(message.sequenceNumber(), message);
  }

  void remove(BrokerMessage message) {
    all.remove(message.sequenceNumber());
    ready.remove(message.sequenceNumber());
  }

  void addReady(BrokerMessage message) {
    ready.put(message.sequenceNumber(), message);
  }

  boolean removeReady(BrokerMessage message) {
    return ready.remove(message.sequenceNumber()) != null;
  }
}
