package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;

/** Tries whether peeking shows a message that a receiver holds. */
final class PeekLocked implements Check<BusBench, PeekLocked.Seen> {

  private static final String SESSION = "peek-locked";

  /** How many messages peeking showed while one was locked. */
  record Seen(int shown) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "Peeking shows messages that a receiver has locked.",
        new Assumption.Reason(
            "Workers that miss a message look for it in the queue before they report a gap.",
            Promise.ORDER,
            "A message that another receiver still holds is taken for missing, and may be "
                + "skipped where gap-policy allows it.",
            BusPage.BROWSING),
        Duration.ofSeconds(40),
        Cost.operations(5));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    try (HeldSession held = bench.acceptFree(SESSION)) {
      var unused = held.receiveOne(Duration.ofSeconds(10));
      return new Seen(bench.peek(SESSION).size());
    }
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.shown() == 1
        ? Finding.holds("The locked message was shown.")
        : Finding.broken("Of one locked message peeking showed %d.".formatted(seen.shown()));
  }
}
