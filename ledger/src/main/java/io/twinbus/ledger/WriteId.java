package io.twinbus.ledger;

import java.util.Random;

/**
 * The random name of one write to the ledger; it tells one's own write after a lost reply.
 *
 * <p>Immutable and thread-safe.
 */
public record WriteId(String value) {

  /** A new one from {@code random}; give it a source that two processes do not share. */
  public static WriteId random(Random random) {
    return new WriteId(RandomText.of(random));
  }

  @Override
  public String toString() {
    return value;
  }
}
