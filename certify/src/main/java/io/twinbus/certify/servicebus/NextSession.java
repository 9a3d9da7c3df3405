package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;

/** Tries whether a receiver that takes any session is given one that waits. */
final class NextSession implements Check<BusBench, NextSession.Seen> {

  private static final String SESSION = "next-session";

  /** How long it took to be given a session; empty: none was given. */
  record Seen(Optional<Duration> after) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A receiver that asks for any session is given one that has messages.",
        new Assumption.Reason(
            "Receivers find sessions in no other way.",
            Promise.AVAILABILITY,
            "Messages wait in the queue while receivers are idle.",
            BusPage.SESSIONS),
        Duration.ofSeconds(60),
        Cost.operations(4));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.sendSpare(BusBench.message(SESSION, 1));
    MonotonicTime asked = bench.now();
    Optional<HeldSession> given = bench.acceptAnySpare();
    given.ifPresent(HeldSession::close);
    return new Seen(given.map(session -> bench.now().since(asked)));
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.after()
        .map(
            after ->
                Finding.holds("The session was given after %d ms.".formatted(after.toMillis())))
        .orElseGet(() -> Finding.broken("A session that had a message was not given within 14 s."));
  }
}
