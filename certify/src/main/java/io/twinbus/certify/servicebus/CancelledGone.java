package io.twinbus.certify.servicebus;

import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.time.Instant;

/** Tries whether a scheduled message that was taken back stays away. */
final class CancelledGone implements Check<BusBench, CancelledGone.Seen> {

  private static final String SESSION = "cancelled-gone";

  /**
   * Whether the message was taken back before it was visible, and how many there were after its
   * time.
   */
  record Seen(boolean isTakenBack, int held) {}

  private static final Duration DELAY = Duration.ofSeconds(5);
  private static final Duration AFTER = Duration.ofSeconds(3);

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A scheduled message whose taking back is confirmed never becomes visible.",
        new Assumption.Reason(
            "An operator's replay takes standby copies back before it sends the message "
                + "again.",
            Promise.ONCE,
            "The old copy of a message that was replayed becomes visible beside the new " + "one.",
            BusPage.SEQUENCING),
        Duration.ofSeconds(60),
        Cost.operations(5));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    long number = bench.schedule(BusBench.message(SESSION, 1), Instant.now().plus(DELAY));
    boolean isVisible =
        bench.peek(SESSION).stream()
            .anyMatch(message -> message.getState() == ServiceBusMessageState.ACTIVE);
    boolean isConfirmed = bench.cancel(number);
    bench.pauseFor(DELAY.plus(AFTER));
    return new Seen(isConfirmed && !isVisible, bench.peek(SESSION).size());
  }

  @Override
  public Finding judge(Seen seen) {
    if (!seen.isTakenBack()) {
      return Finding.notRun("The message was not scheduled any more when it was taken back.");
    }
    return seen.held() == 0
        ? Finding.holds("The message that was taken back did not appear.")
        : Finding.broken("A message appeared that had been taken back.");
  }
}
