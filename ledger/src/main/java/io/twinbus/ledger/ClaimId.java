package io.twinbus.ledger;

import java.util.Random;

/**
 * The random name of one claim; it tells one's own claim from everybody else's.
 *
 * <p>Immutable and thread-safe.
 */
public record ClaimId(String value) {

  /** A new one from {@code random}; give it a source that two processes do not share. */
  public static ClaimId random(Random random) {
    return new ClaimId(RandomText.of(random));
  }

  @Override
  public String toString() {
    return value;
  }
}
