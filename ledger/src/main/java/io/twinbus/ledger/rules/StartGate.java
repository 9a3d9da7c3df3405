package io.twinbus.ledger.rules;

import io.twinbus.ledger.ClaimId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Which suspects of a process may have a handler call now. A suspect that a takeover has found
 * started runs alone; the other suspects run together. Messages that are no suspects do not ask.
 *
 * <ol>
 *   <li>A suspect that is to run alone waits until no suspect runs. Those with fewer counted
 *       takeovers go first, so that the innocent get past the one that kills.
 *   <li>A suspect that is in among others and now has to run alone waits like the rest, until it is
 *       the only one in.
 *   <li>While one waits to run alone, no other suspect comes in. When it has left, those that
 *       waited meanwhile go before the next one.
 *   <li>A message that entered the gate leaves when its claim ends, or after the timeout that it
 *       named. One that waits and has not asked for two seconds is forgotten. So none waits for
 *       ever.
 * </ol>
 *
 * <p>Bounded by the claims of its process. Thread-safe.
 */
public class StartGate {

  private static final Duration FORGOTTEN = Duration.ofSeconds(2);

  /**
   * A wish to come in.
   *
   * @param claim whose
   * @param takeovers how many takeovers have found the message started; more than none: alone
   */
  public record Ticket(ClaimId claim, int takeovers) {

    boolean isAlone() {
      return takeovers > 0;
    }
  }

  private record Waiting(Ticket ticket, long since, MonotonicTime askedAt) {}

  private record Inside(boolean isAlone, MonotonicTime until) {}

  private final Map<ClaimId, Inside> inside = new HashMap<>();
  private final Map<ClaimId, Waiting> waiting = new HashMap<>();
  private long arrivals;
  private boolean isTurnOfTheOthers;

  /**
   * Comes in, or stands in line and is to ask again soon.
   *
   * @param atMost for how long at most
   * @return whether the message is in
   */
  public synchronized boolean enter(Ticket ticket, MonotonicTime now, Duration atMost) {
    inside.values().removeIf(who -> now.isAtOrAfter(who.until()));
    waiting.values().removeIf(who -> now.isAtOrAfter(who.askedAt().plus(FORGOTTEN)));
    Inside place = inside.get(ticket.claim());
    if (place != null && (place.isAlone() || !ticket.isAlone())) {
      return true;
    }
    Waiting before = waiting.get(ticket.claim());
    waiting.put(
        ticket.claim(), new Waiting(ticket, before == null ? ++arrivals : before.since(), now));
    if (ticket.isAlone() ? !mayComeAlone(ticket) : !mayCome()) {
      return false;
    }
    waiting.remove(ticket.claim());
    inside.put(ticket.claim(), new Inside(ticket.isAlone(), now.plus(atMost)));
    isTurnOfTheOthers &= !ticket.isAlone();
    return true;
  }

  /** Leaves, or goes out of the line; harmless for one who is in neither. */
  public synchronized void leave(ClaimId claim) {
    waiting.remove(claim);
    Inside who = inside.remove(claim);
    if (who != null) {
      isTurnOfTheOthers = who.isAlone();
    }
  }

  private boolean mayCome() {
    boolean isOneAlone = inside.values().stream().anyMatch(Inside::isAlone);
    return !isOneAlone && (isTurnOfTheOthers || !waits(true));
  }

  private boolean mayComeAlone(Ticket ticket) {
    return inside.keySet().stream().allMatch(ticket.claim()::equals)
        && !(isTurnOfTheOthers && waits(false))
        && waiting.values().stream()
            .filter(who -> who.ticket().isAlone())
            .min(
                Comparator.comparingInt((Waiting who) -> who.ticket().takeovers())
                    .thenComparingLong(Waiting::since))
            .filter(first -> first.ticket().claim().equals(ticket.claim()))
            .isPresent();
  }

  private boolean waits(boolean alone) {
    return waiting.values().stream().anyMatch(who -> who.ticket().isAlone() == alone);
  }
}
