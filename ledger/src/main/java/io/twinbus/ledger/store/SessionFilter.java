package io.twinbus.ledger.store;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.RegionName;
import java.time.Instant;
import java.util.Optional;

/**
 * Which sessions a listing shows: those that meet every condition that is set.
 *
 * <p>Immutable and thread-safe.
 *
 * @param status the status
 * @param region the owner's region
 * @param owner the owner's instance
 * @param prefix how the session's id begins
 * @param unchangedSince the last write was before this moment
 * @param after only sessions whose ids come after this one, in the order of ids; empty: all, in any
 *     order
 * @param gaps a region reports a gap; false: does not matter
 */
public record SessionFilter(
    Optional<SessionStatus> status,
    Optional<RegionName> region,
    Optional<InstanceId> owner,
    Optional<String> prefix,
    Optional<Instant> unchangedSince,
    Optional<String> after,
    boolean gaps) {

  /** Every session. */
  public static final SessionFilter ALL =
      new SessionFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false);

  /** The same, of sessions with {@code wanted} status. */
  public SessionFilter withStatus(SessionStatus wanted) {
    return new SessionFilter(
        Optional.of(wanted), region, owner, prefix, unchangedSince, after, gaps);
  }

  /** The same, of sessions whose owner is in {@code wanted}. */
  public SessionFilter withRegion(RegionName wanted) {
    return new SessionFilter(
        status, Optional.of(wanted), owner, prefix, unchangedSince, after, gaps);
  }

  /** The same, of sessions that {@code wanted} owns. */
  public SessionFilter withOwner(InstanceId wanted) {
    return new SessionFilter(
        status, region, Optional.of(wanted), prefix, unchangedSince, after, gaps);
  }

  /** The same, of sessions whose id begins with {@code wanted}. */
  public SessionFilter withPrefix(String wanted) {
    return new SessionFilter(
        status, region, owner, Optional.of(wanted), unchangedSince, after, gaps);
  }

  /** The same, of sessions whose last write was before {@code moment}. */
  public SessionFilter withUnchangedSince(Instant moment) {
    return new SessionFilter(status, region, owner, prefix, Optional.of(moment), after, gaps);
  }

  /** The same, of sessions in which a region reports a gap. */
  public SessionFilter withGaps() {
    return new SessionFilter(status, region, owner, prefix, unchangedSince, after, true);
  }

  /** The same in the order of their ids, and only those after {@code session}. */
  public SessionFilter inOrderAfter(String session) {
    return new SessionFilter(
        status, region, owner, prefix, unchangedSince, Optional.of(session), gaps);
  }
}
