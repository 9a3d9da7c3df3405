package io.twinbus.receiver.flow;

import java.time.Duration;

/**
 * How a session worker behaves.
 *
 * <p>Immutable and thread-safe.
 *
 * @param pace how long it waits for what
 * @param attempts how failures are retried
 * @param window how many copies it holds at most
 */
public record FlowSettings(Pace pace, Attempts attempts, Window window) {

  /**
   * How long a worker waits.
   *
   * @param linger how long a claim is kept with nothing to do (default 2 s)
   * @param look how often at most a parked session's record is looked at (default 1 s)
   * @param gapGrace how long a gap may be open before it is reported (default 30 s)
   * @param stuckAfter when a session with work that does not move is reported (default 60 s)
   * @param handlerGrace how long a cancelled handler may take to return (default 5 s)
   */
  public record Pace(
      Duration linger,
      Duration look,
      Duration gapGrace,
      Duration stuckAfter,
      Duration handlerGrace) {}

  /**
   * How failures are retried.
   *
   * @param max how many handler calls of one message may fail (default 10)
   * @param firstBackoff the wait after the first failure (default 200 ms); it doubles each time
   * @param maxBackoff the longest wait (default 30 s)
   * @param handlerTimeout when a handler call is cancelled (default 60 s)
   * @param onPoison what happens after the last attempt (default dead-letter)
   */
  public record Attempts(
      int max,
      Duration firstBackoff,
      Duration maxBackoff,
      Duration handlerTimeout,
      OnPoison onPoison) {}

  /** What happens to a message whose attempts are used up. */
  public enum OnPoison {
    /** It is dead-lettered, and its session goes on. */
    DEAD_LETTER,
    /** Its session is blocked for an operator. */
    BLOCK
  }

  /**
   * How many copies a worker holds.
   *
   * @param ahead how many it asks for at a time (default 64)
   * @param most how many it holds at most while it looks for a missing one (default 16,384)
   */
  public record Window(int ahead, int most) {}

  /** The defaults. */
  public static FlowSettings ofDefaults() {
    return new FlowSettings(
        new Pace(
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5)),
        new Attempts(
            10,
            Duration.ofMillis(200),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            OnPoison.DEAD_LETTER),
        new Window(64, 16_384));
  }
}
