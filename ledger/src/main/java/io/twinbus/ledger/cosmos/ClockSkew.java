package io.twinbus.ledger.cosmos;

import java.time.Duration;

/**
 * How far this machine's clock is from the account's, as its answers tell the time.
 *
 * <p>No promise of order or once rests on a clock; expiry does, and so do signatures that endpoints
 * check and the tokens of an identity. Immutable and thread-safe.
 *
 * @param behind by how much this machine is behind; negative: ahead
 */
public record ClockSkew(Duration behind) {

  private static final Duration MATTERS_FROM = Duration.ofSeconds(5);

  /** Whether it is more than answers and their whole seconds explain. */
  public boolean matters() {
    return behind.abs().compareTo(MATTERS_FROM) > 0;
  }

  /** What it is and what it does, in one sentence. */
  public String sentence() {
    return matters()
        ? "This machine's clock is %d s %s the account's: expiry is judged by receivers' clocks."
            .formatted(behind.abs().toSeconds(), behind.isNegative() ? "ahead of" : "behind")
        : "This machine's clock agrees with the account's.";
  }
}
