package io.twinbus.ledger.rules;

import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.SessionId;
import java.util.Optional;

/**
 * Who wants to handle a message that has a record of its own, and on which terms.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session
 * @param message the message
 * @param owner under which claim
 * @param token that claim's token; with {@link ClaimScope#MESSAGE} the token of a record that does
 *     not exist yet
 * @param terms how what is on record is judged
 */
public record MessageClaimant(
    SessionId session, MessageName message, Owner owner, long token, Terms terms) {

  /**
   * How what is on record is judged.
   *
   * @param scope what was claimed
   * @param inDoubt what becomes of a start without an end
   * @param maxAttempts how many attempts may be used up
   * @param pardons how often an operator has let the session's messages begin anew
   * @param confirmed the version of the message's record that was read before the session's claim
   *     was confirmed last; empty: none
   */
  public record Terms(
      ClaimScope scope,
      InDoubt inDoubt,
      int maxAttempts,
      long pardons,
      Optional<Version> confirmed) {}
}
