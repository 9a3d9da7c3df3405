package io.twinbus.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What an operator did by hand, as it stays on record.
 *
 * <p>Immutable and thread-safe.
 *
 * @param kind what kind of act
 * @param by the operator's name
 * @param reason why, in the operator's words
 * @param effect what it changed, in a few words
 * @param at when, by the wall clock of the operator's machine
 */
public record Act(Kind kind, String by, String reason, String effect, Instant at) {

  /** How many acts a document keeps; the oldest go first. */
  public static final int MAX_KEPT = 32;

  /** What an operator can do. */
  public enum Kind {
    /** A blocked session goes on, with every attempt forgiven. */
    RETRY,
    /** A blocked session goes on behind the message that held it. */
    SKIP,
    /** A dead owner's claim was ended. */
    RELEASE,
    /** A gap was passed over. */
    SKIP_GAP,
    /** A session was held by hand. */
    BLOCK,
    /** A blocked session goes on; the message that held it was done by hand. */
    DONE,
    /** Receivers were told to take no work for a while. */
    PAUSE,
    /** A pause was ended. */
    RESUME,
    /** Receivers were told to believe their handler's refusals once. */
    BELIEVE,
    /** Dead letters of the session were sent again. */
    REPLAY,
    /** A region's receivers were told to take no work. */
    EVACUATE,
    /** A region's receivers were told to take work again. */
    RETURN,
    /** The session was forgotten, but for how far it has come. */
    FORGET,
    /** Something that this build does not know; a newer one wrote it. */
    OTHER
  }

  /** {@code acts} with {@code next} behind them, the newest {@value #MAX_KEPT} of all. */
  public static List<Act> append(List<Act> acts, Act next) {
    List<Act> all = new ArrayList<>(acts);
    all.add(next);
    return List.copyOf(
        all.size() > MAX_KEPT ? all.subList(all.size() - MAX_KEPT, all.size()) : all);
  }
}
