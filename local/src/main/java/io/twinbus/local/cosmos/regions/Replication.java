package io.twinbus.local.cosmos.regions;

import java.time.Duration;
import java.util.Optional;

/**
 * How writes reach the other regions.
 *
 * @param lag how long a write takes to get there; empty: a write is acknowledged only when it is
 *     there, as a strongly consistent account has it
 */
public record Replication(Optional<Duration> lag) {
  private static final Duration MAX_LAG = Duration.ofHours(1);

  public Replication {
    if (lag.filter(time -> time.isNegative() || time.compareTo(MAX_LAG) > 0).isPresent()) {
      throw new IllegalArgumentException(
          "A replication lag is 0 to " + MAX_LAG.toSeconds() + " s, not " + lag.get() + ".");
    }
  }

  /** Acknowledged where enough regions have it. */
  public static Replication synchronous() {
    return new Replication(Optional.empty());
  }

  /** Acknowledged at once; in the other regions after this time, at most an hour. */
  public static Replication after(Duration lag) {
    return new Replication(Optional.of(lag));
  }

  boolean isSynchronous() {
    return lag.isEmpty();
  }

  /**
   * How many of so many regions a write needs: a majority from three regions on, else all, as the
   * service's dynamic quorum has it; one where it is acknowledged at once.
   */
  int quorum(int regions) {
    if (!isSynchronous()) {
      return 1;
    }
    return regions <= 2 ? regions : regions / 2 + 1;
  }
}
