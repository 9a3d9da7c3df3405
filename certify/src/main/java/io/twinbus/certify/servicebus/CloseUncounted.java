package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;

/** Tries whether a receiver that closes costs its messages no delivery. */
final class CloseUncounted implements Check<BusBench, CloseUncounted.Seen> {

  private static final String SESSION = "close-uncounted";

  /** The delivery counts before and after the receiver closed. */
  record Seen(long before, long after) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A receiver that closes with messages in hand does not raise their delivery " + "counts.",
        new Assumption.Reason(
            "Workers hand sessions over all the time: after a handler's message, on "
                + "rotation, on a drain.",
            Promise.NO_LOSS,
            "Messages reach the queue's maximum of deliveries by hand-overs alone, and the "
                + "broker dead-letters them.",
            BusPage.SETTLEMENT),
        Duration.ofSeconds(60),
        Cost.operations(8 + BusBench.MOST_ASKED_AGAIN));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    long before = countAndClose(bench.acceptFree(SESSION));
    long after = countAndClose(bench.acceptAgain(SESSION));
    return new Seen(before, after);
  }

  private static long countAndClose(HeldSession session) throws InterruptedException {
    try (session) {
      return session.receiveOne(Duration.ofSeconds(10)).getDeliveryCount();
    }
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.before() == seen.after()
        ? Finding.holds("The count stayed %d.".formatted(seen.before()))
        : Finding.broken(
            "The count went from %d to %d when a receiver closed."
                .formatted(seen.before(), seen.after()));
  }
}
