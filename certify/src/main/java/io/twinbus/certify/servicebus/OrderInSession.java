package io.twinbus.certify.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tries whether a session's messages come in the order in which they were accepted. */
final class OrderInSession implements Check<BusBench, OrderInSession.Seen> {

  private static final String SESSION = "session-order";

  /** The ids of the messages as they were sent and as they came. */
  record Seen(List<String> sent, List<String> received) {}

  private static final int MESSAGES = 5;

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A session's messages come in the order in which the queue has accepted them.",
        new Assumption.Reason(
            "Workers expect the next number next, and hold back what comes before its "
                + "predecessor.",
            Promise.AVAILABILITY,
            "Workers hold messages back, look for predecessors that are behind, and report "
                + "gaps that are none.",
            BusPage.SEQUENCING),
        Duration.ofSeconds(60),
        Cost.operations(14));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    List<String> sent = new ArrayList<>();
    for (int i = 1; i <= MESSAGES; i++) {
      ServiceBusMessage message = BusBench.message(SESSION, i);
      bench.send(message);
      sent.add(message.getMessageId());
    }
    try (HeldSession held = bench.acceptFree(SESSION)) {
      List<String> received =
          held.receive(MESSAGES, Duration.ofSeconds(5)).stream()
              .map(ServiceBusReceivedMessage::getMessageId)
              .toList();
      return new Seen(sent, received);
    }
  }

  @Override
  public Finding judge(Seen seen) {
    if (seen.received().size() < seen.sent().size()) {
      return Finding.notRun(
          "%d of %d messages came.".formatted(seen.received().size(), seen.sent().size()));
    }
    return seen.received().equals(seen.sent())
        ? Finding.holds("%d messages came in their order.".formatted(seen.sent().size()))
        : Finding.broken("Messages came as %s.".formatted(seen.received()));
  }
}
