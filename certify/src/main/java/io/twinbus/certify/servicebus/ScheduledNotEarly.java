package io.twinbus.certify.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Tries whether a scheduled message stays out of sight until its time. */
final class ScheduledNotEarly implements Check<BusBench, ScheduledNotEarly.Seen> {

  private static final String SESSION = "scheduled-not-early";

  /**
   * How long before its time the broker made the message visible (negative: after it); empty:
   * never.
   */
  record Seen(Optional<Duration> early) {}

  private static final Duration DELAY = Duration.ofSeconds(6);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration CLOCK_STEP = Duration.ofMillis(100);

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A message that is sent with a time is not visible before that time, and is "
            + "visible soon after it.",
        new Assumption.Reason(
            "Standby copies wait 15 s, so that the home region handles a message and the "
                + "other one drops its copy.",
            Promise.AVAILABILITY,
            "Both regions work on every message: each costs a contest for the claim, and "
                + "latency is anybody's.",
            BusPage.SEQUENCING),
        Duration.ofSeconds(60),
        Cost.operations(80));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(BusBench.message(SESSION, 1));
    // By the broker's clock, so that this machine's does not matter.
    OffsetDateTime due =
        bench.peek(SESSION).stream()
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("A message that was sent is not shown."))
            .getEnqueuedTime()
            .plus(DELAY);
    ServiceBusMessage second = BusBench.message(SESSION, 2).setScheduledEnqueueTime(due);
    bench.send(second);
    MonotonicTime end = bench.now().plus(DELAY).plus(PATIENCE);
    while (!bench.now().isAtOrAfter(end)) {
      Optional<ServiceBusReceivedMessage> visible =
          bench.peek(SESSION).stream()
              .filter(message -> message.getMessageId().equals(second.getMessageId()))
              .filter(message -> message.getState() == ServiceBusMessageState.ACTIVE)
              .findFirst();
      if (visible.isPresent()) {
        return new Seen(visible.map(message -> Duration.between(message.getEnqueuedTime(), due)));
      }
      bench.pauseFor(Duration.ofMillis(500));
    }
    return new Seen(Optional.empty());
  }

  @Override
  public Finding judge(Seen seen) {
    if (seen.early().isEmpty()) {
      return Finding.broken(
          "The message was not there %d s after its time.".formatted(PATIENCE.toSeconds()));
    }
    Duration early = seen.early().get();
    return early.compareTo(CLOCK_STEP) > 0
        ? Finding.broken(
            "The message was visible %d ms before its time.".formatted(early.toMillis()))
        : Finding.holds(
            "The message was visible %d ms after its time.".formatted(-early.toMillis()));
  }
}
