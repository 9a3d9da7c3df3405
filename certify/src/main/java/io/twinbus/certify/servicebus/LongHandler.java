package io.twinbus.certify.servicebus;

import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.check.Promise;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;

/** Tries whether a message can be held for long under a lock that is renewed, and ends once. */
final class LongHandler implements Check<BusBench, LongHandler.Seen> {

  private static final String SESSION = "long-handler";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * How the handler's time went.
   *
   * @param refused what was refused, and after how long; empty: nothing
   * @param longest the longest time that passed between two renewals
   * @param isGone whether the message was not there any more after its completion
   */
  record Seen(Optional<Refused> refused, Duration longest, boolean isGone) {}

  /** What was refused, after how long. */
  record Refused(String what, Duration after) {}

  private final LongTimes times;

  LongHandler(LongTimes times) {
    this.times = times;
  }

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A session whose lock is renewed stays with its receiver for longer than a link may idle,"
            + " and its message is completed at the end, once.",
        new Assumption.Reason(
            "Handlers may take as long as they need: the worker renews the lock over its link.",
            Promise.ONCE,
            "A handler that runs for longer loses its session each time: its message is called"
                + " again, and after the third time counts as failed.",
            BusPage.IDLE),
        times.handler().plusSeconds(120),
        Cost.operations(12 + BusBench.MOST_ASKED_AGAIN + times.renewals()));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    MonotonicTime begun = bench.now();
    MonotonicTime last = begun;
    Duration longest = Duration.ZERO;
    String doing = "A renewal";
    try (HeldSession held = bench.acceptFree(SESSION)) {
      ServiceBusReceivedMessage message = held.receiveOne(PATIENCE);
      for (int i = 0; i < times.renewals(); i++) {
        bench.pauseFor(times.renewEvery());
        longest = longer(longest, bench.now().since(last));
        last = bench.now();
        held.renew();
      }
      doing = "The completion of the message";
      longest = longer(longest, bench.now().since(last));
      held.complete(message);
    } catch (ServiceBusException | AmqpException e) {
      return new Seen(
          Optional.of(new Refused(doing, bench.now().since(begun))),
          longer(longest, bench.now().since(last)),
          false);
    }
    try (HeldSession again = bench.acceptAgain(SESSION)) {
      boolean isGone = again.receive(1, Duration.ofSeconds(2)).isEmpty();
      return new Seen(Optional.empty(), longest, isGone);
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  @Override
  public Finding judge(Seen seen) {
    if (seen.refused().isPresent() && seen.longest().compareTo(BusBench.LOCK) >= 0) {
      return Finding.notRun(
          "This machine was too slow: %d ms passed without a renewal."
              .formatted(seen.longest().toMillis()));
    }
    if (seen.refused().isPresent()) {
      return Finding.broken(
          "%s was refused after %d s, under a lock that was renewed."
              .formatted(seen.refused().get().what(), seen.refused().get().after().toSeconds()));
    }
    return seen.isGone()
        ? Finding.holds(
            "A message was completed after %d s and %d renewals, and was gone."
                .formatted(times.handler().toSeconds(), times.renewals()))
        : Finding.broken("A message that was completed is there again.");
  }
}
