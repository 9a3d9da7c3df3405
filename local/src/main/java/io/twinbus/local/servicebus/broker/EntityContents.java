package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.SeenId;
import java.util.List;
import java.util.Map;

/**
 * What an entity held when its process ended.
 *
 * @param lastSequenceNumber the newest number that it had given out; 0: none
 * @param messages in the order of their sequence numbers
 * @param sessionStates the states of sessions that had one
 * @param seenIds the message ids that it remembered, the oldest first
 */
public record EntityContents(
    long lastSequenceNumber,
    List<StoredMessage> messages,
    Map<String, byte[]> sessionStates,
    List<SeenId> seenIds) {

  /** Those of an entity that is new. */
  public static final EntityContents EMPTY = new EntityContents(0, List.of(), Map.of(), List.of());
}
