package io.twinbus.protocol.time;

import java.time.Instant;

/**
 * The source of the present; a constructor argument wherever time matters.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface Clocks {

  /** The present. */
  Now now();

  /** The machine's clocks. */
  static Clocks system() {
    return () -> new Now(new MonotonicTime(System.nanoTime()), Instant.now());
  }
}
