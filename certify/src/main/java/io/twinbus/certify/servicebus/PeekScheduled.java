package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.time.Instant;

/** Tries whether peeking shows a message that is scheduled. */
final class PeekScheduled implements Check<BusBench, PeekScheduled.Seen> {

  private static final String SESSION = "peek-scheduled";

  /** How many messages peeking showed while one was scheduled. */
  record Seen(int shown) {}

  private static final Duration LATER = Duration.ofMinutes(5);

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "Peeking shows messages whose time has not come.",
        new Assumption.Reason(
            "A message that a region holds for later is not missing there: workers look for "
                + "it before they report a gap.",
            Promise.ORDER,
            "Standby copies that wait are taken for missing: false gaps, and skips where "
                + "gap-policy allows them.",
            BusPage.BROWSING),
        Duration.ofSeconds(40),
        Cost.operations(4));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    long number = bench.schedule(BusBench.message(SESSION, 1), Instant.now().plus(LATER));
    int shown = bench.peek(SESSION).size();
    bench.cancel(number);
    return new Seen(shown);
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.shown() == 1
        ? Finding.holds("The scheduled message was shown.")
        : Finding.broken("Of one scheduled message peeking showed %d.".formatted(seen.shown()));
  }
}
