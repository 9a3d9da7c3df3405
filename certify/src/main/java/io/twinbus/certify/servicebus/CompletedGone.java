package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;

/** Tries whether a message that was completed does not come again. */
final class CompletedGone implements Check<BusBench, CompletedGone.Seen> {

  private static final String SESSION = "completed-gone";

  /** Of the {@link BusBench#LOCK}, so that it does not end meanwhile. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** How many messages the session gave after its only one was completed. */
  record Seen(int again) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A message whose completion is confirmed does not come again.",
        new Assumption.Reason(
            "Cursors keep a message from running twice for 14 days; a queue that gives "
                + "messages back fills up.",
            Promise.ONCE,
            "Every message comes again for ever; after the retention of its session it runs "
                + "again.",
            BusPage.SETTLEMENT),
        Duration.ofSeconds(60),
        Cost.operations(8 + BusBench.MOST_ASKED_AGAIN));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    try (HeldSession held = bench.acceptFree(SESSION)) {
      held.complete(held.receiveOne(Duration.ofSeconds(10)));
    }
    try (HeldSession held = bench.acceptAgain(SESSION)) {
      held.renew(); // a slow answer has used some of the 5 s that the lock lasts
      return new Seen(held.receive(1, PATIENCE).size());
    }
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.again() == 0
        ? Finding.holds("The completed message did not come again.")
        : Finding.broken("A message came again after its completion was confirmed.");
  }
}
