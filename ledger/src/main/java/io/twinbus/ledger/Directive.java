package io.twinbus.ledger;

import io.twinbus.protocol.RegionName;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What operators want of the regions: which of them take no work. There is one document of it, and
 * receivers read it with the leases.
 *
 * <p>Immutable and thread-safe.
 *
 * @param evacuated the regions that take no work
 * @param acts who said so, oldest first
 * @param stamp the mark of the last write
 */
public record Directive(
    SortedMap<RegionName, Evacuation> evacuated, List<Act> acts, WriteMark stamp)
    implements LedgerDocument {

  /** Who wanted a region evacuated, why and since when. */
  public record Evacuation(String by, String reason, Instant since) {}

  /** Copies both collections. */
  public Directive {
    evacuated = Collections.unmodifiableSortedMap(new TreeMap<>(evacuated));
    acts = List.copyOf(acts);
  }

  /** Whether {@code region} takes no work. */
  public boolean isEvacuated(RegionName region) {
    return evacuated.containsKey(region);
  }
}
