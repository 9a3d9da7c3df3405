package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;

/** Tries whether two messages under one id are both kept. */
final class EqualIds implements Check<BusBench, EqualIds.Seen> {

  private static final String SESSION = "equal-ids";

  /** How many of two messages the queue holds. */
  record Seen(int held) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A queue without duplicate detection keeps every message, also under an id that "
            + "it has seen.",
        new Assumption.Reason(
            "A standby copy that is sent once more, or a message that is sent again after "
                + "an answer was lost, has the id of the first.",
            Promise.NO_LOSS,
            "The copy that is sent again when the home region fails is accepted and "
                + "dropped: the message waits for its delay.",
            BusPage.DUPLICATES),
        Duration.ofSeconds(40),
        Cost.operations(4));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    bench.send(BusBench.message(SESSION, 1));
    return new Seen(bench.peek(SESSION).size());
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.held() == 2
        ? Finding.holds("Both of two messages under one id are there.")
        : Finding.broken("Of two messages under one id the queue holds %d.".formatted(seen.held()));
  }
}
