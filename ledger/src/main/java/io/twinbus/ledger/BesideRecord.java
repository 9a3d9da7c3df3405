package io.twinbus.ledger;

import io.twinbus.protocol.StreamId;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a session record says of the message records beside it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param overflow by stream, that ended ranges are in pages
 * @param noted the end of a message that changed the session's state, whose own record may not say
 *     so yet
 * @param pardons how often an operator has let the session's messages begin anew
 * @param cold how many streams have left the record for documents of their own; while it is 0,
 *     there is no such document
 */
public record BesideRecord(
    SortedMap<StreamId, Overflow> overflow, Optional<NotedEnd> noted, long pardons, long cold) {

  /** There is nothing beside the session record. */
  public static final BesideRecord NONE = new BesideRecord(new TreeMap<>(), Optional.empty(), 0, 0);

  /** Copies {@code overflow}. */
  public BesideRecord {
    overflow = Collections.unmodifiableSortedMap(new TreeMap<>(overflow));
  }

  /** The same with another overflow. */
  public BesideRecord withOverflow(SortedMap<StreamId, Overflow> next) {
    return new BesideRecord(next, noted, pardons, cold);
  }

  /** The same with another end noted. */
  public BesideRecord withNoted(NotedEnd next) {
    return new BesideRecord(overflow, Optional.of(next), pardons, cold);
  }

  /** The same after one more pardon. */
  public BesideRecord pardoned() {
    return new BesideRecord(overflow, noted, pardons + 1, cold);
  }

  /** The same after {@code more} streams have left the record. */
  public BesideRecord withMoreCold(int more) {
    return new BesideRecord(overflow, noted, pardons, cold + more);
  }

  /** The end that is noted for {@code message}, if it is the one. */
  public Optional<NotedEnd> endOf(MessageName message) {
    return noted.filter(
        end -> new MessageName(end.message(), end.replay()).key().equals(message.key()));
  }
}
