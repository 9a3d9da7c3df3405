package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;

/** Tries whether a session whose lock runs out can be had by another receiver. */
final class LockExpiry implements Check<BusBench, LockExpiry.Seen> {

  private static final String SESSION = "lock-expiry";

  /** How long after the lock began the session was given again; empty: not while it was tried. */
  record Seen(Optional<Duration> givenAgainAfter) {}

  private static final Duration PATIENCE = BusBench.LOCK.multipliedBy(4);

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A session whose lock is not renewed is given to another receiver soon after "
            + "the lock has run out.",
        new Assumption.Reason(
            "The messages that a dead worker held are received again in its region without "
                + "anyone's help.",
            Promise.AVAILABILITY,
            "Sessions of a process that died stay locked: their messages wait until an "
                + "operator acts.",
            BusPage.SETTLEMENT),
        Duration.ofSeconds(60),
        Cost.operations(30));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    MonotonicTime locked = bench.now();
    HeldSession dead = bench.acceptFree(SESSION);
    try {
      while (!bench.now().isAtOrAfter(locked.plus(PATIENCE))) {
        bench.pauseFor(Duration.ofSeconds(1));
        Optional<HeldSession> next = bench.acceptAsRival(SESSION);
        if (next.isPresent()) {
          next.get().close();
          return new Seen(Optional.of(bench.now().since(locked)));
        }
      }
      return new Seen(Optional.empty());
    } finally {
      dead.close();
    }
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.givenAgainAfter()
        .map(
            after ->
                Finding.holds(
                    "The session was given again after %d ms, with locks of %d s."
                        .formatted(after.toMillis(), BusBench.LOCK.toSeconds())))
        .orElseGet(
            () ->
                Finding.broken(
                    "The session was not given again within %d s, with locks of %d s."
                        .formatted(PATIENCE.toSeconds(), BusBench.LOCK.toSeconds())));
  }
}
