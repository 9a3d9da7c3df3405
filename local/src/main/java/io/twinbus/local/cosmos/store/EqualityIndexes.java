package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.sql.Filter;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of a container, one a path.
 *
 * <p>The service indexes every property at every write. Here a path is indexed from the first query
 * on that asks for it and only where the indexing policy includes it, so that writes pay for no
 * more than what is read; what a request is charged for follows the policy alone. At most {@value
 * #MAX_PATHS} paths are indexed, filters on further ones read all items. Used under the container's
 * lock.
 */
final class EqualityIndexes {
  private static final int MAX_PATHS = 16;

  private final IndexingPolicy policy;
  private final Map<List<String>, Map<Object, Posting>> byPath = new HashMap<>();

  EqualityIndexes(IndexingPolicy policy) {
    this.policy = policy;
  }

  void add(Item item) {
    byPath.forEach((path, postings) -> add(path, postings, item));
  }

  void remove(Item item) {
    byPath.forEach(
        (path, postings) -> {
          Object value = Filter.indexed(at(path, item));
          Posting posting = value == null ? null : postings.get(value);
          if (posting != null) {
            posting.remove(item);
            if (posting.size() == 0) {
              postings.remove(value);
            }
          }
        });
  }

  /** The shortest list that holds all items which meet the filters; null if none is indexed. */
  @Nullable Posting best(List<Filter> filters, Collection<Item> items) {
    Posting best = null;
    for (Filter filter : filters) {
      Map<Object, Posting> postings = index(filter.path(), items);
      if (postings != null) {
        Posting posting = postings.getOrDefault(filter.value(), Posting.NONE);
        best = best == null || posting.size() < best.size() ? posting : best;
      }
    }
    return best;
  }

  private @Nullable Map<Object, Posting> index(List<String> path, Collection<Item> items) {
    Map<Object, Posting> known = byPath.get(path);
    if (known != null || byPath.size() == MAX_PATHS || !policy.includes(path)) {
      return known;
    }
    Map<Object, Posting> made = new HashMap<>();
    items.forEach(item -> add(path, made, item));
    byPath.put(path, made);
    return made;
  }

  private static void add(List<String> path, Map<Object, Posting> postings, Item item) {
    Object value = Filter.indexed(at(path, item));
    if (value != null) {
      postings.computeIfAbsent(value, absent -> new Posting()).add(item);
    }
  }

  private static JsonNode at(List<String> path, Item item) {
    JsonNode node = item.document();
    for (String step : path) {
      node = node.path(step);
    }
    return node;
  }
}
