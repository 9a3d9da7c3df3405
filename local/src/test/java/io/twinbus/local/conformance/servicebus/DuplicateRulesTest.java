package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.just;
import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.messages;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: duplicates")
class DuplicateRulesTest {
  private static final String DOC =
      "https://learn.microsoft.com/azure/service-bus-messaging/duplicate-detection";
  private static final Duration WINDOW = Duration.ofMinutes(1);

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          QueueSettings.plainQueue("once").withDuplicateDetection(WINDOW),
          QueueSettings.plainQueue("often"));

  @Rule(
      id = "sb-duplicate",
      text =
          "A second message under an id of the window is accepted and dropped, also when the"
              + " first is gone.",
      doc = DOC)
  void dropsASecondMessageUnderTheSameId() {
    ServiceBusSenderClient sender = BUS.user().sender("once");
    String id = BUS.fresh("m");
    sender.sendMessage(message(id));
    sender.sendMessage(message(id));
    ServiceBusReceiverClient receiver = BUS.user().receiver("once");
    ServiceBusReceivedMessage first = just(receiver, 1).get(0);
    assertThat(first.getMessageId()).isEqualTo(id);
    receiver.complete(first);

    sender.sendMessage(message(id));

    assertThat(soFar(receiver)).isEmpty();
  }

  @Rule(
      id = "sb-duplicate-window",
      text = "An id is forgotten when the window has passed since it was accepted.",
      doc = DOC)
  void forgetsAnIdAfterTheWindow() {
    ServiceBusSenderClient sender = BUS.user().sender("once");
    String id = BUS.fresh("m");
    sender.sendMessage(message(id));
    BUS.pass(WINDOW);

    sender.sendMessage(message(id));

    assertThat(just(BUS.user().receiver("once"), 2)).hasSize(2);
  }

  @Rule(
      id = "sb-duplicate-batch",
      text = "Duplicates in a batch are dropped one by one; the others of the batch come in.",
      doc = DOC)
  void dropsDuplicatesOutOfABatch() {
    ServiceBusSenderClient sender = BUS.user().sender("once");
    sender.sendMessage(message("2"));

    sender.sendMessages(messages("s", 3));

    assertThat(just(BUS.user().receiver("once"), 3))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("2", "1", "3");
  }

  @Rule(
      id = "sb-duplicate-scheduled",
      text = "A scheduled message counts from when it was accepted, and is dropped as any other.",
      doc = DOC)
  void countsScheduledMessages() {
    ServiceBusSenderClient sender = BUS.user().sender("once");
    String id = BUS.fresh("m");
    var due = BUS.now().plusSeconds(60).atOffset(ZoneOffset.UTC);
    sender.scheduleMessage(message(id), due);
    sender.sendMessage(message(id));
    sender.scheduleMessage(message(id), due);
    assertThat(soFar(BUS.user().receiver("once"))).isEmpty();

    BUS.pass(Duration.ofSeconds(60));

    assertThat(just(BUS.user().receiver("once"), 1)).hasSize(1);
  }

  @Rule(
      id = "sb-duplicate-off",
      text = "Without duplicate detection, the default, every message comes in.",
      doc = DOC)
  void takesEverythingWhereItIsOff() {
    ServiceBusSenderClient sender = BUS.user().sender("often");
    sender.sendMessage(message("1"));

    sender.sendMessage(message("1"));

    assertThat(just(BUS.user().receiver("often"), 2)).hasSize(2);
  }
}
