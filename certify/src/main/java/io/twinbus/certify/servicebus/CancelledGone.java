package io.twinbus.certify.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Tries whether a scheduled message that was taken back stays away. */
final class CancelledGone implements Check<BusBench, CancelledGone.Seen> {

  private static final String SESSION = "cancelled-gone";

  /**
   * Whether the message came due before it was taken back, and how many there were after its time.
   */
  record Seen(boolean isLate, int held) {}

  private static final List<Duration> DELAYS =
      List.of(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(20));
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
            "The old copy of a message that was replayed becomes visible beside the new one.",
            BusPage.SEQUENCING),
        Duration.ofSeconds(60),
        Cost.operations(12));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    Seen seen = new Seen(true, 0);
    for (int i = 0; i < DELAYS.size() && seen.isLate(); i++) {
      seen = observe(bench, i + 1, DELAYS.get(i));
    }
    return seen;
  }

  /** The broker's answer does not say whether the message was still scheduled: the SDK hides it. */
  private static Seen observe(BusBench bench, int number, Duration delay) throws Exception {
    ServiceBusMessage message = BusBench.message(SESSION, number);
    bench.cancel(bench.schedule(message, Instant.now().plus(delay)));
    boolean isLate = seen(bench, message).stream().anyMatch(ServiceBusMessageState.ACTIVE::equals);
    if (isLate) {
      return new Seen(true, 0);
    }
    bench.pauseFor(delay.plus(AFTER));
    return new Seen(false, seen(bench, message).size());
  }

  private static List<ServiceBusMessageState> seen(BusBench bench, ServiceBusMessage message)
      throws InterruptedException {
    return bench.peek(SESSION).stream()
        .filter(each -> each.getMessageId().equals(message.getMessageId()))
        .map(ServiceBusReceivedMessage::getState)
        .toList();
  }

  @Override
  public Finding judge(Seen seen) {
    if (seen.isLate()) {
      return Finding.notRun("The message was not scheduled any more when it was taken back.");
    }
    return seen.held() == 0
        ? Finding.holds("The message that was taken back did not appear.")
        : Finding.broken("A message appeared that had been taken back.");
  }
}
