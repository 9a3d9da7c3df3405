package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.Optional;

/** Tries whether a session that a receiver holds is refused to another one. */
final class SessionExclusive implements Check<BusBench, SessionExclusive.Seen> {

  private static final String SESSION = "session-exclusive";

  /** Whether the second receiver got the session that the first one held. */
  record Seen(boolean isGivenTwice) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "Service Bus gives a session to one receiver at a time.",
        new Assumption.Reason(
            "Within a region the broker's session lock keeps two workers from the messages "
                + "of one session.",
            Promise.ORDER,
            "Two workers of a region receive one session's messages, and take each other's "
                + "claim all the time.",
            BusPage.SESSIONS),
        Duration.ofSeconds(40),
        Cost.operations(4));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    HeldSession first = bench.acceptFree(SESSION);
    try {
      Optional<HeldSession> second = bench.acceptAsRival(SESSION);
      second.ifPresent(HeldSession::close);
      return new Seen(second.isPresent());
    } finally {
      first.close();
    }
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.isGivenTwice()
        ? Finding.broken("A second receiver was given a session that the first one held.")
        : Finding.holds("The second receiver was refused.");
  }
}
