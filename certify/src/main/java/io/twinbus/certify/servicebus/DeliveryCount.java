package io.twinbus.certify.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;

/** Tries whether abandoning a message raises its delivery count. */
final class DeliveryCount implements Check<BusBench, DeliveryCount.Seen> {

  private static final String SESSION = "delivery-count";

  /** The delivery counts of the first and the second delivery. */
  record Seen(long first, long second) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A message that is abandoned comes again, with a delivery count that is one " + "higher.",
        new Assumption.Reason(
            "The queue's maximum of deliveries is the last bound on a message whose worker dies"
                + " each time before it can note anything.",
            Promise.AVAILABILITY,
            "Such a message is delivered for ever, and its session stands still.",
            BusPage.DEAD_LETTERS),
        Duration.ofSeconds(60),
        Cost.operations(8));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    try (HeldSession held = bench.acceptFree(SESSION)) {
      ServiceBusReceivedMessage first = held.receiveOne(Duration.ofSeconds(10));
      held.abandon(first);
      ServiceBusReceivedMessage second = held.receiveOne(Duration.ofSeconds(10));
      return new Seen(first.getDeliveryCount(), second.getDeliveryCount());
    }
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.second() == seen.first() + 1
        ? Finding.holds("The count went from %d to %d.".formatted(seen.first(), seen.second()))
        : Finding.broken(
            "The count went from %d to %d when the message was abandoned."
                .formatted(seen.first(), seen.second()));
  }
}
