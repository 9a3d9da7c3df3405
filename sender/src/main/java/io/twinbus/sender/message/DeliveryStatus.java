package io.twinbus.sender.message;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The status of a message's copies in all regions, at one moment.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session
 * @param message the message's id
 * @param position the message's stream and number in it
 * @param regions the status of each region's copy
 * @param failures the reason for each copy that is {@link CopyStatus#GAVE_UP}
 */
public record DeliveryStatus(
    SessionId session,
    MessageId message,
    Position position,
    SortedMap<RegionName, CopyStatus> regions,
    SortedMap<RegionName, RegionFailure> failures) {

  /** Copies the maps. */
  public DeliveryStatus {
    regions = Collections.unmodifiableSortedMap(new TreeMap<>(regions));
    failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
  }

  /** Whether every region has its copy. */
  public boolean isComplete() {
    return regions.values().stream().allMatch(status -> status == CopyStatus.ACCEPTED);
  }

  /** Whether no copy is pending, so that this status is final. */
  public boolean isFinal() {
    return regions.values().stream().noneMatch(status -> status == CopyStatus.PENDING);
  }

  /** Whether at least one region has the message. */
  public boolean isAcceptedAnywhere() {
    return regions.containsValue(CopyStatus.ACCEPTED);
  }
}
