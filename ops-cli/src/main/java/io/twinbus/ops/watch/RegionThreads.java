package io.twinbus.ops.watch;

import io.twinbus.protocol.RegionName;
import java.util.Collection;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads for each region, so that one that does not answer holds no other up. Thread-safe. */
final class RegionThreads implements AutoCloseable {

  private final SortedMap<RegionName, ExecutorService> byRegion = new TreeMap<>();

  /** {@code each} threads for each of {@code regions}. */
  RegionThreads(Collection<RegionName> regions, int each) {
    regions.forEach(region -> byRegion.put(region, threads(each)));
  }

  private static ExecutorService threads(int count) {
    return Executors.newFixedThreadPool(
        count,
        task -> {
          Thread thread = new Thread(task, "watch-region");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Those of {@code region}. */
  ExecutorService of(RegionName region) {
    return Objects.requireNonNull(byRegion.get(region), "a region of the cluster");
  }

  @Override
  public void close() {
    byRegion.values().forEach(ExecutorService::shutdownNow);
  }
}
