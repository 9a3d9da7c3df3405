package io.twinbus.ledger;

import java.util.List;
import java.util.Optional;

/**
 * What an instance says of itself beside its beat, for people; no claim is decided by it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param version its build
 * @param state whether it takes work
 * @param sessions how many sessions it holds at the broker
 * @param claims how many claims its workers answer for
 * @param ended how many messages have ended by it since it began
 * @param takeovers how many sessions it has taken over from the dead since it began
 * @param ledger how its writes to the ledger stand
 * @param handlers how its handlers stand
 * @param wanted the sessions that its workers have a message for and wait to be released by their
 *     owners elsewhere, at most {@value #MOST_WANTED}
 */
public record InstanceStats(
    String version,
    State state,
    int sessions,
    int claims,
    long ended,
    long takeovers,
    LedgerPressure ledger,
    List<HandlerVitals> handlers,
    List<SessionDigest> wanted) {

  /** As many sessions are named that an instance waits for. */
  public static final int MOST_WANTED = 64;

  /** Copies {@code handlers}, and as much of {@code wanted} as is named. */
  public InstanceStats {
    handlers = List.copyOf(handlers);
    wanted = wanted.stream().limit(MOST_WANTED).toList();
  }

  /**
   * How an instance's writes to the ledger stand.
   *
   * @param waiting how many wait for their turn
   * @param saturation that the ledger refuses writes because too much is asked of it
   */
  public record LedgerPressure(int waiting, Optional<Saturation> saturation) {

    /** Nothing waits. */
    public static final LedgerPressure NONE = new LedgerPressure(0, Optional.empty());
  }

  /** Of an instance whose writes to the ledger do not wait, and that waits for no session. */
  public InstanceStats(
      String version, State state, int sessions, int claims, long ended, long takeovers) {
    this(
        version,
        state,
        sessions,
        claims,
        ended,
        takeovers,
        LedgerPressure.NONE,
        List.of(),
        List.of());
  }

  /** The same with writes that stand so. */
  public InstanceStats withLedger(LedgerPressure next) {
    return new InstanceStats(
        version, state, sessions, claims, ended, takeovers, next, handlers, wanted);
  }

  /** The same with handlers that stand so. */
  public InstanceStats withHandlers(List<HandlerVitals> next) {
    return new InstanceStats(
        version, state, sessions, claims, ended, takeovers, ledger, next, wanted);
  }

  /** The same that waits for the sessions in {@code next}. */
  public InstanceStats withWanted(List<SessionDigest> next) {
    return new InstanceStats(
        version, state, sessions, claims, ended, takeovers, ledger, handlers, next);
  }

  /** The same without a word on when calls of its handlers last ended well. */
  public InstanceStats withoutEvidence() {
    return withHandlers(handlers.stream().map(HandlerVitals::withoutEvidence).toList());
  }

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
    EVACUATED,
    /** It is paused: it takes none, and what it held is being given back. */
    PAUSING,
    /** It is paused, and it holds nothing. */
    PAUSED
  }
}
