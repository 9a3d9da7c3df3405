package io.twinbus.ledger;

/**
 * What an instance says of itself beside its beat, for people; nothing is decided by it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param version its build
 * @param state whether it takes work
 * @param sessions how many sessions it holds at the broker
 * @param claims how many claims its workers answer for
 * @param ended how many messages have ended by it since it began
 * @param takeovers how many sessions it has taken over from the dead since it began
 */
public record InstanceStats(
    String version, State state, int sessions, int claims, long ended, long takeovers) {

  /** Of an instance that says nothing. */
  public static final InstanceStats UNKNOWN =
      new InstanceStats("unknown", State.WORKING, 0, 0, 0, 0);

  /** Whether an instance takes work. */
  public enum State {
    /** It takes sessions. */
    WORKING,
    /** It takes sessions, and calls nothing but probes: its handler is away. */
    HANDLER_AWAY,
    /** Its region is evacuated: it takes none, and what it held is being handed over. */
    EVACUATING,
    /** Its region is evacuated, and it holds nothing. */
    EVACUATED
  }
}
