package io.twinbus.receiver.session.state;

import io.twinbus.ledger.ClaimId;
import io.twinbus.protocol.Position;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker holds of its session. Each state has the moves that are legal in it as methods, so
 * an illegal move does not compile; this file is the only list of them. {@link WorkerState#enter}
 * makes the move. The diagram in docs/protocol.md is generated from here.
 *
 * <ol>
 *   <li>{@link Unclaimed}: the worker may read, and write what needs no claim (gap reports).
 *   <li>{@link Claiming}, {@link Renewing}, {@link Releasing}: the write that changes the claim is
 *       under way. Nothing else is decided until the ledger's answer is known.
 *   <li>{@link Claimed}: the ledger has confirmed the claim. Only here handlers are called and
 *       progress is written.
 *   <li>{@link MessageClaimed}, {@link MessageRenewing}: with {@code claim: message} the worker
 *       claims single messages, and never the session.
 * </ol>
 */
public sealed interface SessionState permits SessionState.Unclaimed, SessionState.Held {

  /** The claims that the worker answers for in this state. */
  Set<ClaimId> claims();

  /** The worker holds no claim. */
  record Unclaimed() implements SessionState {

    /** The write that claims the session goes out. */
    public Claiming claiming(ClaimId claim) {
      return new Claiming(claim);
    }

    /** The worker is about to take a message under {@code claim}. */
    public MessageClaimed takingMessage(ClaimId claim) {
      return new MessageClaimed(claim);
    }

    @Override
    public Set<ClaimId> claims() {
      return Set.of();
    }
  }

  /** A state in which the worker answers for a claim. */
  sealed interface Held extends SessionState
      permits Claiming, Claimed, Renewing, Releasing, MessageClaimed, MessageRenewing {

    /** The claim under which the worker works now. */
    ClaimId claim();

    /** Another worker has the claim, or this worker stops without writing its release. */
    default Unclaimed dropped() {
      return new Unclaimed();
    }

    @Override
    default Set<ClaimId> claims() {
      return Set.of(claim());
    }
  }

  /** The write that claims the session is under way. */
  record Claiming(ClaimId claim) implements Held {

    /** The claim is on record. */
    public Claimed claimed() {
      return new Claimed(claim, Optional.empty());
    }
  }

  /**
   * The session's record names this claim.
   *
   * @param marked the message whose start is on record, and whose handler has not been called yet
   */
  record Claimed(ClaimId claim, Optional<Position> marked) implements Held {

    /** The start of the message at {@code position} is on record. */
    public Claimed startRecorded(Position position) {
      return new Claimed(claim, Optional.of(position));
    }

    /** The handler of the marked message is called. */
    public Claimed called() {
      return marked.isEmpty() ? this : new Claimed(claim, Optional.empty());
    }

    /** The write that renews the claim under a higher token goes out. */
    public Renewing renewing(ClaimId next) {
      return new Renewing(claim, next);
    }

    /** The write that ends the claim goes out: a release, or a block. */
    public Releasing releasing() {
      return new Releasing(claim);
    }
  }

  /**
   * The write that puts {@code next} in place of the claim is under way: a call of the old claim
   * may still be at work.
   */
  record Renewing(ClaimId claim, ClaimId next) implements Held {

    /** The new claim is on record. */
    public Claimed renewed() {
      return new Claimed(next, Optional.empty());
    }

    @Override
    public Set<ClaimId> claims() {
      return Set.of(claim, next);
    }
  }

  /** The write that ends the claim is under way. */
  record Releasing(ClaimId claim) implements Held {

    /** The record names the claim no longer. */
    public Unclaimed released() {
      return new Unclaimed();
    }
  }

  /** The worker takes, or has taken, one message under this claim. */
  record MessageClaimed(ClaimId claim) implements Held {

    /** The write that renews the claim on the message goes out. */
    public MessageRenewing renewing(ClaimId next) {
      return new MessageRenewing(claim, next);
    }
  }

  /** The write that puts {@code next} in place of the claim on the message is under way. */
  record MessageRenewing(ClaimId claim, ClaimId next) implements Held {

    /** The new claim is on the message's record. */
    public MessageClaimed renewed() {
      return new MessageClaimed(next);
    }

    @Override
    public Set<ClaimId> claims() {
      return Set.of(claim, next);
    }
  }
}
