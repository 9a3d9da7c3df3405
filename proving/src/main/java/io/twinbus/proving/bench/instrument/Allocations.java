package io.twinbus.proving.bench.instrument;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * What this process allocates on its heap, by what each collection of its garbage finds there and
 * what the one before has left. One thread begins and ends it; collections tell it from theirs.
 */
public final class Allocations {

  private static final int HEARD_WITHIN_SECONDS = 10;

  private final Set<String> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toUnmodifiableSet());
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final NotificationListener listener = (notification, handback) -> heard(notification);
  private final long collectionsBefore;
  private long collections;
  private long left = -1;
  private long bytes;

  private Allocations() {
    this.collectionsBefore = collectionCount();
  }

  /** Counts from now on, and collects the garbage first. */
  public static Allocations begin() {
    Allocations begun = new Allocations();
    for (GarbageCollectorMXBean collector : begun.collectors) {
      ((NotificationEmitter) collector).addNotificationListener(begun.listener, null, null);
    }
    begun.collect();
    return begun;
  }

  /** Collects the garbage once more, and counts no longer: how many bytes were allocated. */
  public long end() {
    collect();
    for (GarbageCollectorMXBean collector : collectors) {
      try {
        ((NotificationEmitter) collector).removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException("The collector does not know its listener.", e);
      }
    }
    synchronized (this) {
      return bytes;
    }
  }

  private void collect() {
    ManagementFactory.getMemoryMXBean().gc();
    long all = collectionCount() - collectionsBefore;
    Waiting.until(
        "the last collection of garbage is heard of", HEARD_WITHIN_SECONDS, () -> heard() >= all);
  }

  private synchronized long heard() {
    return collections;
  }

  private long collectionCount() {
    return collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
  }

  private void heard(Notification notification) {
    if (notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      GcInfo collection =
          GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
              .getGcInfo();
      collected(
          used(collection.getMemoryUsageBeforeGc()), used(collection.getMemoryUsageAfterGc()));
    }
  }

  private synchronized void collected(long found, long leaves) {
    if (left >= 0) {
      bytes += found - left;
    }
    left = leaves;
    collections++;
  }

  private long used(Map<String, MemoryUsage> usage) {
    return usage.entrySet().stream()
        .filter(pool -> pools.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }
}
