package io.twinbus.rehearsal.drill;

import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.When;
import java.time.Duration;

/**
 * Which two faults must not meet. Everything else may, also both regions at once: each fault is
 * over long before the sender's delivery timeout of two minutes.
 *
 * <ol>
 *   <li>Two faults of the same thing: the cure of one would end or hide the other. After a fault it
 *       is left alone for {@link #REST}, so that what was killed is at work again.
 *   <li>Of the ledger's three replicas two must live, so two faults of which each has hold of the
 *       ledger or of a replica count as faults of the same thing.
 *   <li>While one region loses messages, and for {@link #COPIES} after it: any fault of the other
 *       region's Service Bus, and the death of a producer. A message that one region has accepted
 *       and lost lives on in the other one's copy alone; with neither that copy nor its producer it
 *       is gone, and no protocol brings it back.
 * </ol>
 */
public final class Exclusions {

  /** How long what was struck is left alone after it is healed. */
  public static final Duration REST = Duration.ofSeconds(12);

  /** How long the other region is given to take the copies of what was lost. */
  public static final Duration COPIES = Duration.ofSeconds(20);

  private Exclusions() {}

  /** Whether {@code a} and {@code b}, both struck by time, may be in one drill. */
  public static boolean allow(Fault a, Fault b) {
    if (sameThing(a, b)) {
      return apart(a, b, REST);
    }
    if (mustNotMeet(a, b) || mustNotMeet(b, a)) {
      return apart(a, b, COPIES);
    }
    return true;
  }

  /** Whether both may last at the same moment. */
  public static boolean mayMeet(Fault a, Fault b) {
    return !sameThing(a, b) && !mustNotMeet(a, b) && !mustNotMeet(b, a);
  }

  private static boolean sameThing(Fault a, Fault b) {
    boolean oneLedger = a.kind().scope().hasLedger() && b.kind().scope().hasLedger();
    return oneLedger
        || (a.kind().scope().overlaps(b.kind().scope()) && a.region().equals(b.region()));
  }

  private static boolean mustNotMeet(Fault loss, Fault other) {
    if (loss.kind() != FaultKind.MESSAGES_LOST) {
      return false;
    }
    return other.kind() == FaultKind.KILL_PRODUCER
        || (other.kind().scope().hasBroker() && !other.region().equals(loss.region()));
  }

  private static boolean apart(Fault a, Fault b, Duration distance) {
    return end(a).plus(distance).compareTo(start(b)) <= 0
        || end(b).plus(distance).compareTo(start(a)) <= 0;
  }

  /** When it strikes. */
  public static Duration start(Fault fault) {
    if (fault.when() instanceof When.Time time) {
      return time.at();
    }
    throw new IllegalArgumentException(fault + " does not strike by time.");
  }

  /** When it is healed. */
  public static Duration end(Fault fault) {
    return start(fault).plus(fault.length());
  }
}
