package io.twinbus.local.cosmos.sql;

import java.util.List;

/** A property that results are sorted by. Immutable. */
public record SortKey(List<String> path, boolean descending) {
  public SortKey {
    path = List.copyOf(path);
  }
}
