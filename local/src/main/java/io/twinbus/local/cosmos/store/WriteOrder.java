package io.twinbus.local.cosmos.store;

import java.util.Collection;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The items of a container in the order of their last writes.
 *
 * <p>It is made when a change feed is first read: the writes of other containers do not pay for it.
 * Used under the container's lock.
 */
final class WriteOrder {
  private static final Comparator<Place> ORDER =
      Comparator.comparingLong(Place::sequence).thenComparingLong(Place::number);

  private @Nullable NavigableSet<Place> places;

  void add(Item item) {
    if (places != null) {
      places.add(Place.of(item));
    }
  }

  void remove(Item item) {
    if (places != null) {
      places.remove(Place.of(item));
    }
  }

  /** The items that were written after this write, the earliest first. */
  Stream<Item> after(long sequence, Collection<Item> all) {
    if (places == null) {
      places = new TreeSet<>(ORDER);
      all.forEach(this::add);
    }
    return places.tailSet(new Place(sequence, Long.MAX_VALUE, null), false).stream()
        .map(Place::item);
  }

  /** An item in the order; without an item it is only a bound. */
  private record Place(long sequence, long number, @Nullable Item item) {
    static Place of(Item item) {
      return new Place(item.sequence(), item.number(), item);
    }
  }
}
