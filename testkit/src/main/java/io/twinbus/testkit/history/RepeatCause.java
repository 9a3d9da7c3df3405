package io.twinbus.testkit.history;

import java.util.Optional;

/** Why a message was handled again, as the claim of the later call records it. */
public enum RepeatCause {
  /** Another instance took the session over. */
  TAKEOVER("another instance had taken the session over"),
  /** The same instance claimed the session anew. */
  CLAIMED_ANEW("the instance had claimed the session anew"),
  /** The attempt before was recorded as failed. */
  FAILED_ATTEMPT("the attempt before was recorded as failed");

  private final String words;

  RepeatCause(String words) {
    this.words = words;
  }

  /** The cause as half a sentence. */
  public String words() {
    return words;
  }

  /** The cause that the claims show; empty when neither token nor attempt is higher. */
  static Optional<RepeatCause> between(NotedEffect earlier, NotedEffect later) {
    if (later.token() > earlier.token()) {
      boolean sameInstance = later.caller().equals(earlier.caller());
      return Optional.of(sameInstance ? CLAIMED_ANEW : TAKEOVER);
    }
    return later.token() == earlier.token() && later.attempt() > earlier.attempt()
        ? Optional.of(FAILED_ATTEMPT)
        : Optional.empty();
  }
}
