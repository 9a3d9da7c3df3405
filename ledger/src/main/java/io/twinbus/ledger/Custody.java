package io.twinbus.ledger;

import org.jspecify.annotations.Nullable;

/**
 * Who may work on a session: status, owner, fencing token and block, and whether the owner rests.
 *
 * <p>Immutable and thread-safe.
 *
 * @param status the status
 * @param owner the owner; set exactly while there is a claim (WORKING, or BLOCKED beside a worker
 *     that has not stopped yet)
 * @param token the fencing token of the newest claim; it only grows
 * @param block why the session is held; set exactly when BLOCKED
 * @param resting whether the last commit left nothing in hand; a claim leaves that as it is, for a
 *     claim commits nothing
 */
public record Custody(
    SessionStatus status,
    @Nullable Owner owner,
    long token,
    @Nullable Block block,
    boolean resting) {

  /** A custody whose last commit may have left messages in hand. */
  public Custody(SessionStatus status, @Nullable Owner owner, long token, @Nullable Block block) {
    this(status, owner, token, block, false);
  }

  /** Whether {@code claim} is the one on record. */
  public boolean isHeldBy(ClaimId claim) {
    return owner != null && owner.claim().equals(claim);
  }

  /** The same with {@code next} as owner, WORKING, and the token one higher. */
  public Custody claimedBy(Owner next) {
    return new Custody(SessionStatus.WORKING, next, token + 1, null, resting);
  }

  /** The same with {@code next} as owner and the token one higher; a block stays. */
  public Custody renewedBy(Owner next) {
    return new Custody(status, next, token + 1, block);
  }

  /** The same without an owner: IDLE, or still BLOCKED when it is. */
  public Custody released() {
    SessionStatus after =
        status == SessionStatus.BLOCKED ? SessionStatus.BLOCKED : SessionStatus.IDLE;
    return new Custody(after, null, token, block);
  }

  /** The same without its owner, who is dead: PENDING, and the token one higher; a block stays. */
  public Custody evicted() {
    SessionStatus after =
        status == SessionStatus.BLOCKED ? SessionStatus.BLOCKED : SessionStatus.PENDING;
    return new Custody(after, null, token + 1, block, resting);
  }

  /** The same of a session that an operator has forgotten; it has no owner and no block. */
  public Custody forgotten() {
    return new Custody(SessionStatus.FORGOTTEN, null, token, null);
  }

  /** The same with the token one higher. */
  public Custody raised() {
    return new Custody(status, owner, token + 1, block, resting);
  }

  /** The same held for an operator, without an owner. */
  public Custody blocked(Block why) {
    return new Custody(SessionStatus.BLOCKED, null, token, why);
  }

  /** The same after a commit of the owner's that left nothing in hand, or something. */
  public Custody resting(boolean nothingInHand) {
    return nothingInHand == resting
        ? this
        : new Custody(status, owner, token, block, nothingInHand);
  }
}
