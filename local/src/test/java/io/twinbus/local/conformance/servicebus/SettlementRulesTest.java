package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.AbandonOptions;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: receiving and settling")
class SettlementRulesTest {
  private static final Duration LOCK = Duration.ofMinutes(1);
  private static final Duration PAST_THE_LOCK = LOCK.plusSeconds(1);

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(QueueSettings.plainQueue("jobs").withLockDuration(LOCK));

  @Rule(
      id = "sb-receive-and-delete",
      text = "Receive-and-delete consumes a message as soon as it is on the wire.",
      doc = Pages.SETTLEMENT)
  void consumesOnDeliveryWhenAskedTo() {
    BUS.user().sender("jobs").sendMessage(message("1"));

    assertThat(one(BUS.user().taker("jobs")).getMessageId()).isEqualTo("1");

    assertThat(soFar(BUS.user().receiver("jobs"))).isEmpty();
  }

  @Rule(
      id = "sb-peek-lock-exclusive",
      text = "A locked message is hidden from other receivers, who get the next ones.",
      doc = Pages.SETTLEMENT)
  void givesCompetingReceiversDifferentMessages() {
    BUS.user().sender("jobs").sendMessages(List.of(message("1"), message("2")));

    assertThat(one(BUS.user().receiver("jobs")).getMessageId()).isEqualTo("1");
    assertThat(one(BUS.user().receiver("jobs")).getMessageId()).isEqualTo("2");
    assertThat(soFar(BUS.user().receiver("jobs"))).isEmpty();
  }

  @Rule(
      id = "sb-complete",
      text = "A completed message is gone, also when its lock would have ended.",
      doc = Pages.SETTLEMENT)
  void removesACompletedMessage() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");

    receiver.complete(one(receiver));

    BUS.pass(PAST_THE_LOCK);
    assertThat(soFar(receiver)).isEmpty();
  }

  @Rule(
      id = "sb-abandon",
      text = "An abandoned message is free at once, at the front, and its delivery count grows.",
      doc = Pages.SETTLEMENT)
  void redeliversAnAbandonedMessageFirst() {
    BUS.user().sender("jobs").sendMessages(List.of(message("1"), message("2")));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");
    ServiceBusReceivedMessage first = one(receiver);
    assertThat(first.getDeliveryCount()).isZero();

    receiver.abandon(first, new AbandonOptions().setPropertiesToModify(Map.of("tried", 1)));

    ServiceBusReceivedMessage again = one(receiver);
    assertThat(again.getMessageId()).isEqualTo("1");
    assertThat(again.getDeliveryCount()).isEqualTo(1);
    assertThat(again.getApplicationProperties()).containsEntry("tried", 1);
  }

  @Rule(
      id = "sb-lock-duration",
      text = "A message is locked for the entity's lock duration.",
      doc = Pages.SETTLEMENT)
  void locksForTheEntitysDuration() {
    BUS.user().sender("jobs").sendMessage(message("1"));

    ServiceBusReceivedMessage got = one(BUS.user().receiver("jobs"));

    Duration locked = Duration.between(BUS.now(), got.getLockedUntil().toInstant());
    assertThat(locked).isBetween(LOCK.minusSeconds(15), LOCK.plusSeconds(15));
  }

  @Rule(
      id = "sb-lock-expiry",
      text = "A lock that runs out makes the message available again and counts as a delivery.",
      doc = Pages.PAYLOADS)
  void redeliversAMessageWhoseLockRanOut() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    one(BUS.user().receiver("jobs"));

    BUS.pass(PAST_THE_LOCK);

    assertThat(one(BUS.user().receiver("jobs")).getDeliveryCount()).isEqualTo(1);
  }

  @Rule(
      id = "sb-lock-renewal",
      text = "The holder can renew a lock: it then lasts a lock duration from now.",
      doc = Pages.SETTLEMENT)
  void keepsARenewedLock() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    ServiceBusReceiverClient holder = BUS.user().receiver("jobs");
    ServiceBusReceivedMessage held = one(holder);
    Duration most = LOCK.multipliedBy(3).dividedBy(4);
    BUS.pass(most);

    assertThat(holder.renewMessageLock(held)).isAfter(held.getLockedUntil().minusSeconds(1));

    BUS.pass(most);
    assertThat(soFar(BUS.user().receiver("jobs"))).isEmpty();
    holder.complete(held);
  }

  @Rule(
      id = "sb-settle-lock-lost",
      text = "Settling after the lock has ended is refused as MessageLockLost, not retriable.",
      doc = Pages.ERRORS)
  void refusesToSettleWithoutALock() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    ServiceBusReceiverClient late = BUS.user().receiver("jobs");
    ServiceBusReceivedMessage lost = one(late);
    BUS.pass(PAST_THE_LOCK);

    var refused = refusal(() -> late.complete(lost));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGE_LOCK_LOST);
    assertThat(refused.isTransient()).isFalse();
    assertThat(one(BUS.user().receiver("jobs")).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-renew-lock-lost",
      text = "A lock that has ended cannot be renewed: MessageLockLost.",
      doc = Pages.ERRORS)
  void refusesToRenewALostLock() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    ServiceBusReceiverClient late = BUS.user().receiver("jobs");
    ServiceBusReceivedMessage lost = one(late);
    BUS.pass(PAST_THE_LOCK);

    var refused = refusal(() -> late.renewMessageLock(lost));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGE_LOCK_LOST);
  }

  @Rule(
      id = "sb-lock-connection",
      text = "A broken connection drops the locks of its links; others get the messages at once.",
      doc = Pages.SETTLEMENT)
  void dropsLocksWithTheirConnection() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    one(BUS.user().receiver("jobs"));

    BUS.local().outage(Outage.RESET);
    BUS.local().restore();

    assertThat(one(BUS.user().another().receiver("jobs")).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-max-delivery-count",
      text =
          "After the maximum of failed deliveries, 10 unless set, a message is dead-lettered as"
              + " MaxDeliveryCountExceeded.",
      doc = Pages.DEAD_LETTERS)
  void deadLettersWhatFailsTooOften() {
    BUS.user().sender("jobs").sendMessages(List.of(message("1"), message("2")));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");

    for (int count = 0; count < 10; count++) {
      ServiceBusReceivedMessage poison = one(receiver);
      assertThat(poison.getMessageId()).isEqualTo("1");
      assertThat(poison.getDeliveryCount()).isEqualTo(count);
      receiver.abandon(poison);
    }

    assertThat(one(receiver).getMessageId()).isEqualTo("2");
    assertThat(one(BUS.user().deadLetters("jobs")).getDeadLetterReason())
        .isEqualTo("MaxDeliveryCountExceeded");
  }
}
