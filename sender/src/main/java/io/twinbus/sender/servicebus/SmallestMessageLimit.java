package io.twinbus.sender.servicebus;

import io.twinbus.protocol.RegionName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The smallest message limit of the links to one entity in all regions. A message that one region
 * refuses because of its size must not reach another. Thread-safe.
 */
final class SmallestMessageLimit {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender");

  private final Map<RegionName, Integer> limits = new ConcurrentHashMap<>();

  /** Notes that a region's link takes messages of {@code bytes}. */
  void heard(RegionName region, int bytes) {
    Integer before = limits.put(region, bytes);
    if (before != null && before == bytes) {
      return;
    }
    if (limits.values().stream().distinct().count() > 1) {
      LOG.warn(
          "The regions take messages of different sizes, in bytes {}: the sender refuses messages"
              + " above the smallest. Give the entity the same limit in every region.",
          limits);
    }
  }

  /** The smallest known limit, where {@code own} is the limit of the calling link. */
  int orLess(int own) {
    return limits.values().stream().mapToInt(Integer::intValue).reduce(own, Math::min);
  }
}
