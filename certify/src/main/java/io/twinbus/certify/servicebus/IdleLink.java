package io.twinbus.certify.servicebus;

import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Tries whether a sender that was idle for long sends again. */
final class IdleLink implements Check<BusBench, IdleLink.Seen> {

  private static final String SESSION = "idle-link";
  private static final int MOST_TRIES = 3;
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);
  // Below the lock's time, beyond which the receiver would be told that it is lost.
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /**
   * What came of the sends after the idle time.
   *
   * @param isAccepted whether a send was accepted in the end
   * @param refusal the first failure, if there was one
   * @param isTransient whether every failure was one that the SDK calls transient
   * @param arrived the messages that were received afterwards, of two that were accepted
   */
  record Seen(
      boolean isAccepted, Optional<String> refusal, boolean isTransient, List<String> arrived) {}

  private final LongTimes times;

  IdleLink(LongTimes times) {
    this.times = times;
  }

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A link that was idle beyond its time still sends, or is detached with an error that says"
            + " to send again.",
        new Assumption.Reason(
            "Senders keep their links, also where nothing is sent for hours.",
            Promise.NO_LOSS,
            "The first message after a quiet time is lost, or none is accepted until the sender is"
                + " started anew.",
            BusPage.IDLE),
        times.idle().plusSeconds(120),
        Cost.operations(12));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    try (ServiceBusSenderClient sender = bench.openSender()) {
      sender.sendMessage(BusBench.message(SESSION, 1));
      bench.pauseFor(times.idle());
      return afterIdle(bench, sender);
    }
  }

  private static Seen afterIdle(BusBench bench, ServiceBusSenderClient sender)
      throws InterruptedException {
    Optional<String> refusal = Optional.empty();
    boolean isTransient = true;
    ServiceBusMessage message = BusBench.message(SESSION, 2);
    for (int tried = 0; tried < MOST_TRIES && isTransient; tried++) {
      if (tried > 0) {
        bench.pauseFor(BETWEEN_TRIES);
      }
      try {
        sender.sendMessage(message);
        return new Seen(true, refusal, true, arrived(bench));
      } catch (ServiceBusException | AmqpException e) {
        refusal = refusal.or(() -> Optional.of(String.valueOf(e.getMessage())));
        isTransient =
            e instanceof ServiceBusException bus
                ? bus.isTransient()
                : ((AmqpException) e).isTransient();
      }
    }
    return new Seen(false, refusal, isTransient, List.of());
  }

  private static List<String> arrived(BusBench bench) throws InterruptedException {
    try (HeldSession held = bench.acceptFree(SESSION)) {
      return held.receive(2, PATIENCE).stream()
          .map(ServiceBusReceivedMessage::getMessageId)
          .toList();
    }
  }

  @Override
  public Finding judge(Seen seen) {
    long seconds = times.idle().toSeconds();
    if (!seen.isAccepted()) {
      return Finding.broken(
          "After %d s without a message nothing was accepted: %s"
              .formatted(seconds, seen.refusal().map(IdleLink::firstSentence).orElse("")));
    }
    if (seen.arrived().size() < 2) {
      return Finding.broken(
          "After %d s without a message one was accepted and did not arrive.".formatted(seconds));
    }
    return Finding.holds(
        seen.refusal()
            .map(
                why ->
                    "After %d s the sender was told to send again, and then sent."
                        .formatted(seconds))
            .orElse("After %d s without a message the next one was sent.".formatted(seconds)));
  }

  private static String firstSentence(String text) {
    return text.replaceFirst(" ?TrackingId:.*", "");
  }
}
