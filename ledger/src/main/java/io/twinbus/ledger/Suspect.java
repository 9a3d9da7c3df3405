package io.twinbus.ledger;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A message that may be to blame for a failed call or a dead process, until it has ended.
 *
 * <p>Immutable and thread-safe.
 *
 * @param seq the message's number in its stream
 * @param failed how many handler calls for it failed, in any region
 * @param takeovers how many takeovers found it started
 * @param started whether a handler call for it was about to start under the claim on record, or,
 *     once that is given back, under the one before; its end is not recorded
 * @param later the next message of the stream that something is held against; it was called in the
 *     same group, and this one, whose end was not written, runs again before it
 */
public record Suspect(
    long seq, FailureCounts failed, int takeovers, boolean started, Optional<Suspect> later) {

  /** Checks that {@code later} is later. */
  public Suspect {
    if (later.isPresent() && later.get().seq() <= seq) {
      throw new IllegalArgumentException("%d is not later than %d".formatted(later.get().seq, seq));
    }
  }

  /** A message with nothing held against a later one of its stream. */
  public Suspect(long seq, int failures, int takeovers, boolean started) {
    this(seq, FailureCounts.proven(failures), takeovers, started, Optional.empty());
  }

  /** A message that nothing is on record against yet. */
  public static Suspect first(long seq) {
    return new Suspect(seq, 0, 0, false);
  }

  /** How many calls for it have failed, whatever they count. */
  public int failures() {
    return failed.all();
  }

  /** How many attempts there were: failures and counted takeovers together. */
  public int attempts() {
    return failed.all() + takeovers;
  }

  /** How many attempts count with evidence: such failures and takeovers together. */
  public int proven() {
    return failed.proven() + takeovers;
  }

  /** How many attempts count, with evidence or without. */
  public int counted() {
    return proven() + failed.unproven();
  }

  /** Whether the message is given up at {@code now}. */
  public boolean isUsedUp(AttemptLimit limit, Instant now) {
    return failed.isUsedUp(limit, takeovers, now);
  }

  /** This one, and the later ones of its stream, in their order. */
  public Stream<Suspect> all() {
    return Stream.concat(Stream.of(this), later.stream().flatMap(Suspect::all));
  }

  /** The same after one more failed call, {@code at} that time; its end is recorded. */
  public Suspect failedOnceMore(CountedAs how, Instant at) {
    return new Suspect(seq, failed.failedOnceMore(how, at), takeovers, false, later);
  }

  /** The same after a call was lost with its link, {@code at} that time. */
  public Suspect lostItsLink(Instant at) {
    return new Suspect(seq, failed.lostItsLink(at), takeovers, started, later);
  }

  /** Whether something is on record against it, and not only that it may have run. */
  public boolean isMoreThanAMark() {
    return attempts() > 0 || failed.lostLinks() > 0;
  }

  /** The same after a takeover has found it started; the claim clears that. */
  public Suspect takenOver() {
    return new Suspect(seq, failed, takeovers + 1, false, later);
  }

  /** The same, started or not. */
  public Suspect withStarted(boolean now) {
    return new Suspect(seq, failed, takeovers, now, later);
  }

  /** The same, and the later ones, under a new claim: tries begin at 0. */
  public Suspect newlyClaimed() {
    return new Suspect(
        seq, failed.newlyClaimed(), takeovers, started, later.map(Suspect::newlyClaimed));
  }

  /** The same with {@code next} behind it. */
  public Suspect withLater(Optional<Suspect> next) {
    return new Suspect(seq, failed, takeovers, started, next);
  }
}
