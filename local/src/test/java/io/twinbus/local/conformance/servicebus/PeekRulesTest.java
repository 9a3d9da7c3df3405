package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.messages;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: peeking")
class PeekRulesTest {
  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(QueueSettings.plainQueue("jobs"), QueueSettings.sessionQueue("orders"));

  @Rule(
      id = "sb-peek-order",
      text = "Repeated peeks go through all messages by sequence number, or from a given one.",
      doc = Pages.PEEKING)
  void goesThroughAllMessagesInOrder() {
    BUS.user().sender("jobs").sendMessages(List.of(message("1"), message("2"), message("3")));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");

    List<ServiceBusReceivedMessage> first = receiver.peekMessages(2).stream().toList();
    List<ServiceBusReceivedMessage> rest = receiver.peekMessages(2).stream().toList();

    assertThat(first).extracting(ServiceBusReceivedMessage::getMessageId).containsExactly("1", "2");
    assertThat(rest).extracting(ServiceBusReceivedMessage::getMessageId).containsExactly("3");
    assertThat(receiver.peekMessage(first.get(1).getSequenceNumber()).getMessageId())
        .isEqualTo("2");
  }

  @Rule(
      id = "sb-peek-no-lock",
      text = "Peeking locks nothing and counts nothing.",
      doc = Pages.PEEKING)
  void locksNothing() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");

    receiver.peekMessages(10).forEach(peeked -> {});

    assertThat(one(BUS.user().receiver("jobs")).getDeliveryCount()).isZero();
  }

  @Rule(
      id = "sb-peek-states",
      text = "Peeking shows active, locked and scheduled messages, but no dead letters.",
      doc = Pages.PEEKING)
  void showsWhatCannotBeReceivedNow() {
    var sender = BUS.user().sender("jobs");
    sender.sendMessages(List.of(message("dead"), message("locked"), message("active")));
    sender.scheduleMessage(
        message("scheduled"), BUS.now().plus(Duration.ofHours(1)).atOffset(ZoneOffset.UTC));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");
    receiver.deadLetter(one(receiver));
    one(receiver);

    List<ServiceBusReceivedMessage> peeked =
        BUS.user().receiver("jobs").peekMessages(10).stream().toList();

    assertThat(peeked)
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("locked", "active", "scheduled");
    assertThat(peeked)
        .extracting(ServiceBusReceivedMessage::getState)
        .containsExactly(
            ServiceBusMessageState.ACTIVE,
            ServiceBusMessageState.ACTIVE,
            ServiceBusMessageState.SCHEDULED);
  }

  @Rule(
      id = "sb-peek-dead-letters",
      text = "Dead letters are peeked at in their own queue.",
      doc = Pages.PEEKING)
  void showsDeadLettersInTheirQueue() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");
    receiver.deadLetter(one(receiver));

    assertThat(BUS.user().deadLetters("jobs").peekMessage().getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-peek-session",
      text = "The holder of a session peeks at the messages of that session only.",
      doc = Pages.REQUESTS)
  void showsASessionItsOwnMessages() {
    String session = BUS.fresh("s");
    var sender = BUS.user().sender("orders");
    sender.sendMessage(message(BUS.fresh("other"), "not mine"));
    sender.sendMessages(messages(session, 2));

    assertThat(BUS.user().accept("orders", session).peekMessages(10))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("1", "2");
  }
}
