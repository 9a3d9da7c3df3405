package io.twinbus.certify.servicebus;

import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;

/** Tries whether renewing a session's lock keeps it beyond its duration. */
final class LockRenewed implements Check<BusBench, LockRenewed.Seen> {

  private static final String SESSION = "lock-renewal";

  /**
   * What was refused, if anything, and the longest time that passed between two renewals.
   *
   * @param refused empty: nothing
   */
  record Seen(Optional<String> refused, Duration longest) {}

  private static final int RENEWALS = 3;
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A session's lock that is renewed in time holds.",
        new Assumption.Reason(
            "Workers renew the lock while a handler runs, so that its message is not "
                + "delivered beside it.",
            Promise.ORDER,
            "A long handler's messages go to another worker of the region while it runs; "
                + "each pass costs a delivery.",
            BusPage.SETTLEMENT),
        Duration.ofSeconds(60),
        Cost.operations(9));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    MonotonicTime last = bench.now();
    Duration longest = Duration.ZERO;
    String doing = "A renewal";
    try (HeldSession held = bench.acceptFree(SESSION)) {
      ServiceBusReceivedMessage message = held.receiveOne(Duration.ofSeconds(10));
      for (int i = 0; i < RENEWALS; i++) {
        bench.pauseFor(BETWEEN);
        longest = longer(longest, bench.now().since(last));
        last = bench.now();
        held.renew();
      }
      bench.pauseFor(Duration.ofSeconds(1));
      longest = longer(longest, bench.now().since(last));
      doing = "The completion of a message";
      held.complete(message);
      return new Seen(Optional.empty(), longest);
    } catch (ServiceBusException | AmqpException e) {
      return new Seen(Optional.of(doing), longer(longest, bench.now().since(last)));
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  @Override
  public Finding judge(Seen seen) {
    if (seen.refused().isEmpty()) {
      return Finding.holds(
          "A message was completed after %d renewals, which is later than one lock ends."
              .formatted(RENEWALS));
    }
    return seen.longest().compareTo(BusBench.LOCK) >= 0
        ? Finding.notRun(
            "This machine was too slow: %d ms passed without a renewal."
                .formatted(seen.longest().toMillis()))
        : Finding.broken(
            "%s was refused, under a lock that was renewed.".formatted(seen.refused().get()));
  }
}
