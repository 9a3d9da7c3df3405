package io.twinbus.local.cosmos.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A page of a container's change feed in its latest version mode: items in the order of their last
 * writes, each once. Deleted items are not in it.
 *
 * @param items the items of the page; those that one batch wrote stand in one page
 * @param sequence the last write that this page and those before it cover
 */
public record ChangeFeed(List<Item> items, long sequence) {
  /** Before the first write. */
  public static final long BEGINNING = -1;

  public ChangeFeed {
    items = List.copyOf(items);
  }

  /**
   * What a reader asks for.
   *
   * @param after the last write that the reader has seen, or {@link #BEGINNING}
   * @param since items that were last written before this second since the epoch are left out
   * @param partition the one partition to read; empty: all of them
   * @param limit a page ends after so many items, or with the batch that reaches this number
   */
  public record Range(long after, long since, Optional<PartitionKey> partition, int limit) {}

  /** Cuts a page from what was written after the range's start; the rest ends at this write. */
  static ChangeFeed page(Stream<Item> written, Range range, long newest) {
    List<Item> page = new ArrayList<>();
    var items =
        written
            .filter(item -> item.timestamp() >= range.since())
            .filter(item -> range.partition().map(item.partition()::equals).orElse(true))
            .iterator();
    long last = range.after();
    while (items.hasNext()) {
      Item item = items.next();
      if (page.size() >= range.limit() && item.sequence() != last) {
        return new ChangeFeed(page, last);
      }
      page.add(item);
      last = item.sequence();
    }
    return new ChangeFeed(page, newest);
  }
}
