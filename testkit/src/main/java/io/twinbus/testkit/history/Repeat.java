package io.twinbus.testkit.history;

import java.util.Optional;

/**
 * A message that took effect again.
 *
 * @param earlier the effect before
 * @param later the effect that repeats it
 * @param cause what explains it; empty when nothing does
 */
public record Repeat(NotedEffect earlier, NotedEffect later, Optional<RepeatCause> cause) {

  /** What happened, in one sentence. */
  public String sentence() {
    return "%s of session '%s' took effect again, by %s under token %d, attempt %d, after %s under token %d, attempt %d: %s."
        .formatted(
            later.id(),
            later.session(),
            later.caller(),
            later.token(),
            later.attempt(),
            earlier.caller(),
            earlier.token(),
            earlier.attempt(),
            cause.map(RepeatCause::words).orElse("nothing explains it"));
  }
}
