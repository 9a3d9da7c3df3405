package io.twinbus.rehearsal.verify;

import io.twinbus.rehearsal.sink.HandlerCall;
import java.util.Optional;

/** Why a message was handled again, as the claim of the later call records it. */
public enum RepeatCause {
  /** Another instance took the session over. */
  TAKEOVER,
  /** The same instance claimed the session anew. */
  CLAIMED_ANEW,
  /** The attempt before was recorded as failed. */
  FAILED_ATTEMPT;

  /** The cause that the claims show; empty when neither token nor attempt is higher. */
  static Optional<RepeatCause> between(HandlerCall earlier, HandlerCall later) {
    if (later.claim().token() > earlier.claim().token()) {
      boolean sameInstance = later.caller().instance().equals(earlier.caller().instance());
      return Optional.of(sameInstance ? CLAIMED_ANEW : TAKEOVER);
    }
    boolean sameToken = later.claim().token() == earlier.claim().token();
    return sameToken && later.claim().attempt() > earlier.claim().attempt()
        ? Optional.of(FAILED_ATTEMPT)
        : Optional.empty();
  }
}
