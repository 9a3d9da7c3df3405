package io.twinbus.sender.servicebus;

import io.twinbus.protocol.RegionName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the links of all regions to one entity take: what one region refuses for its size, no region
 * shall have. Thread-safe.
 */
final class SmallestLimit {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender");

  private final Map<RegionName, Integer> limits = new ConcurrentHashMap<>();

  /** A region's link takes {@code bytes}. */
  void heard(RegionName region, int bytes) {
    Integer before = limits.put(region, bytes);
    if (before != null && before == bytes) {
      return;
    }
    if (limits.values().stream().distinct().count() > 1) {
      LOG.warn(
          "The regions take messages of different sizes, {} bytes: larger ones than the smallest"
              + " are refused. Give the entities the same limit in every region.",
          limits);
    }
  }

  /** The smallest that was heard, {@code own} being the asking region's. */
  int orLess(int own) {
    return limits.values().stream().mapToInt(Integer::intValue).reduce(own, Math::min);
  }
}
