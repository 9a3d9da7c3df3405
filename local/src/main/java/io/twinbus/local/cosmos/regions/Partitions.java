package io.twinbus.local.cosmos.regions;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The partitions of an account: which ones regions have lost, and which are written in another
 * region than the account. A container is one partition here, known by its name in whichever
 * database. Thread-safe, as {@link Regions} is.
 */
public final class Partitions {
  private record Place(String container, String region) {}

  private final Regions regions;
  private final Map<String, Replica> moved = new ConcurrentHashMap<>();
  private final Set<Place> lost = ConcurrentHashMap.newKeySet();

  Partitions(Regions regions) {
    this.regions = regions;
  }

  /** Whether a region serves the items of a container. */
  public boolean isServed(String container, String region) {
    return isServed(container, regions.replica(region));
  }

  /** The region in which the items of a container are written. */
  public String writeRegion(String container) {
    return writer(container).name();
  }

  /** A region loses the partition of a container and serves the others. */
  public void lose(String container, String region) {
    regions.alone(() -> lost.add(new Place(container, regions.replica(region).name())));
  }

  /** A region has the partition of a container again, with all that was written meanwhile. */
  public void restore(String container, String region) {
    regions.alone(
        () -> {
          lost.remove(new Place(container, regions.replica(region).name()));
          regions.landLate();
        });
  }

  /** Regions that are up have all partitions again. */
  public void restore() {
    regions.alone(
        () -> {
          lost.clear();
          regions.landLate();
        });
  }

  /**
   * Has the items of a container be written in another region, without loss; the account and other
   * containers stay where they are.
   *
   * @throws IllegalStateException if the region does not serve the container, or the account is not
   *     strongly consistent
   */
  public void failOver(String container, String region) {
    regions.alone(
        () -> {
          if (!regions.isSynchronous()) {
            throw new IllegalStateException(
                "Only a strongly consistent account fails a partition over here.");
          }
          Replica next = regions.replica(region);
          if (!isServed(container, next)) {
            throw new IllegalStateException(
                region + " does not serve " + container + " and cannot take it over.");
          }
          move(container, next);
        });
  }

  /** Whether a container cannot be written because its write region does not serve it. */
  public boolean hasLost() {
    return !unwritten().isEmpty();
  }

  /** Has each such container be written in the first region that serves it. */
  public void replaceLost() {
    regions.alone(
        () -> {
          for (String container : unwritten()) {
            regions.byPriority().stream()
                .filter(replica -> isServed(container, replica))
                .findFirst()
                .ifPresent(next -> move(container, next));
          }
        });
  }

  boolean isServed(String container, Replica region) {
    return region.isUp() && !lost.contains(new Place(container, region.name()));
  }

  Replica writer(String container) {
    return moved.getOrDefault(container, regions.writer());
  }

  /** All are written where the account is; whether one was not. */
  boolean follow() {
    boolean any = !moved.isEmpty();
    moved.clear();
    return any;
  }

  private List<String> unwritten() {
    return regions.writer().store().containers().stream()
        .filter(container -> !isServed(container, writer(container)))
        .toList();
  }

  private void move(String container, Replica next) {
    Replica before = writer(container);
    if (next != before) {
      next.store().succeed(before.store(), container, regions.nextEra());
      moved.put(container, next);
      regions.loseLate(container);
    }
  }
}
