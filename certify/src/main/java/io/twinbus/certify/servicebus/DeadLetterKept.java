package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.List;

/** Tries whether a dead-lettered message is found among the dead letters, with its reason. */
final class DeadLetterKept implements Check<BusBench, DeadLetterKept.Seen> {

  private static final String SESSION = "dead-letter";

  /** The reasons of the dead letters of the session. */
  record Seen(List<String> reasons) {}

  private static final String REASON = "certify";

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A message that is dead-lettered is in the dead-letter queue, with its reason.",
        new Assumption.Reason(
            "DEAD is an end state: the message waits there for an operator.",
            Promise.NO_LOSS,
            "A message that a handler refuses is gone, and no operator can send it again.",
            BusPage.DEAD_LETTERS),
        Duration.ofSeconds(60),
        Cost.operations(7));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    try (HeldSession held = bench.acceptFree(SESSION)) {
      held.deadLetter(held.receiveOne(Duration.ofSeconds(10)), REASON);
    }
    return new Seen(
        bench.deadLetters(SESSION).stream()
            .map(letter -> String.valueOf(letter.getDeadLetterReason()))
            .toList());
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.reasons().equals(List.of(REASON))
        ? Finding.holds("The dead letter is there, with its reason.")
        : Finding.broken(
            "The dead letters of one message have the reasons %s.".formatted(seen.reasons()));
  }
}
