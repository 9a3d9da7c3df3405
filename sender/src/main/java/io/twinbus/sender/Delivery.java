package io.twinbus.sender;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the copies of one message stand, at one moment.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session
 * @param message the message's id
 * @param position the message's stream and number in it
 * @param regions what became of each region's copy
 * @param failures why a region has {@link CopyStatus#GAVE_UP}; one entry for each that has
 */
public record Delivery(
    SessionId session,
    MessageId message,
    Position position,
    SortedMap<RegionName, CopyStatus> regions,
    SortedMap<RegionName, RegionFailure> failures) {

  /** Copies the maps. */
  public Delivery {
    regions = Collections.unmodifiableSortedMap(new TreeMap<>(regions));
    failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
  }

  /** Whether every region has its copy. */
  public boolean isComplete() {
    return regions.values().stream().allMatch(status -> status == CopyStatus.ACCEPTED);
  }

  /** Whether no copy is pending: nothing here will change any more. */
  public boolean isFinal() {
    return regions.values().stream().noneMatch(status -> status == CopyStatus.PENDING);
  }

  /** Whether at least one region has the message. */
  public boolean isAcceptedAnywhere() {
    return regions.containsValue(CopyStatus.ACCEPTED);
  }
}
