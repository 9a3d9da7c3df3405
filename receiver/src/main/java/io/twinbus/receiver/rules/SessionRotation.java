package io.twinbus.receiver.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * Whose turn is over, when parked sessions hold places that others could use:
 *
 * <ol>
 *   <li>While a place is free, no session goes: a session with work finds that place.
 *   <li>When all places are taken, parked sessions go, those first that have been parked longest. A
 *       turn lasts at least {@link #STAY}, so that a search through the session is not cut; while
 *       one is under way, at most {@link #LONGEST_SEARCH}.
 *   <li>At most one goes every 250 ms, or of more than 80 places one in 20 s each: a broker hands
 *       the same sessions out again as fast as they are closed.
 * </ol>
 *
 * <p>So, of {@code n} places and {@code p} sessions that wait, each has its turn within {@code p}
 * times the longer of {@code STAY / n} and the time between two, provided that the broker gives a
 * closed session its next turn after the others. Not thread-safe.
 */
public final class SessionRotation {

  /** How long a parked session keeps its place at least. */
  public static final Duration STAY = Duration.ofSeconds(5);

  /** How long it keeps it at most while it is searched through. */
  public static final Duration LONGEST_SEARCH = Duration.ofSeconds(60);

  private static final Duration LONGEST_APART = Duration.ofMillis(250);

  /** How late a round may come without a turn being lost. */
  private static final Duration SLACK = Duration.ofMillis(100);

  private static final Duration ALL_PLACES = Duration.ofSeconds(20);

  private final int places;
  private final Duration apart;
  private MonotonicTime next;

  /** A session that waits. */
  public interface Waiting {

    /** Since when. */
    MonotonicTime parkedSince();

    /** Whether it is looking for something at the broker. */
    boolean isSearching(MonotonicTime now);
  }

  /**
   * Turns that begin at {@code now}.
   *
   * @param places how many places there are, at least one
   */
  public SessionRotation(int places, MonotonicTime now) {
    this.places = places;
    Duration share = ALL_PLACES.dividedBy(places);
    this.apart = share.compareTo(LONGEST_APART) < 0 ? share : LONGEST_APART;
    this.next = now;
  }

  /** The time between two that go. */
  public Duration apart() {
    return apart;
  }

  /**
   * The sessions that are to go now, of those that wait; each that is returned counts as gone.
   *
   * @param taken how many places are taken, by whomever
   */
  public <T extends Waiting> List<T> over(Collection<T> waiting, int taken, MonotonicTime now) {
    if (taken < places || !now.isAtOrAfter(next)) {
      return List.of();
    }
    Predicate<T> isOver =
        one ->
            now.isAtOrAfter(one.parkedSince().plus(one.isSearching(now) ? LONGEST_SEARCH : STAY));
    List<T> candidates = Ranking.by(Waiting::parkedSince, waiting.stream().filter(isOver).toList());
    List<T> gone = new ArrayList<>();
    for (T one : candidates) {
      if (!now.isAtOrAfter(next)) {
        break;
      }
      gone.add(one);
      MonotonicTime earliest = now.plus(SLACK.negated());
      next = (next.isAtOrAfter(earliest) ? next : earliest).plus(apart);
    }
    return gone;
  }
}
