package io.twinbus.ledger;

import java.util.Random;

/**
 * The random name of one start of a receiver process; a process that fenced itself draws a new one.
 *
 * <p>Immutable and thread-safe.
 */
public record InstanceId(String value) {

  /** A new one from {@code random}; give it a source that two processes do not share. */
  public static InstanceId random(Random random) {
    return new InstanceId(RandomText.of(random));
  }

  @Override
  public String toString() {
    return value;
  }
}
