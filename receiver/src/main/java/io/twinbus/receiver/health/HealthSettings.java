package io.twinbus.receiver.health;

import java.time.Duration;

/**
 * How a handler that is down is treated.
 *
 * <p>Immutable and thread-safe.
 *
 * @param awayRelease how long claims are kept while the handler is away (default 10 s)
 * @param refusals what is made of judged refusals (default {@link Refusals#DOUBT})
 * @param probes how it is found out that the handler is back (default {@link Probes#MESSAGE})
 */
public record HealthSettings(Duration awayRelease, Refusals refusals, Probes probes) {

  /** The defaults. */
  public static final HealthSettings DEFAULT =
      new HealthSettings(Duration.ofSeconds(10), Refusals.DOUBT, Probes.MESSAGE);

  /** The same with another way to probe. */
  public HealthSettings withProbes(Probes next) {
    return new HealthSettings(awayRelease, refusals, next);
  }

  /** What is made of judged refusals. */
  public enum Refusals {
    /**
     * Those of three sessions in a row, with no call that ended well in between, stop the calls.
     */
    DOUBT,
    /** Each ends its message. */
    BELIEVE
  }

  /** How it is found out that a handler is back. */
  public enum Probes {
    /** By the call of one message. */
    MESSAGE,
    /**
     * By a connection, and by the call of one message only when that stands: a message whose call
     * does not end would be in doubt.
     */
    CONNECTION
  }
}
