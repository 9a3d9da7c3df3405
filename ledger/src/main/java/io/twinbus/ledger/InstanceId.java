package io.twinbus.ledger;

import java.util.Random;
import org.apiguardian.api.API;

/**
 * The random name of one start of a receiver process; a process that fenced itself draws a new one.
 *
 * <p>Immutable and thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
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
