package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.messages;
import static io.twinbus.local.conformance.ServiceBusUser.some;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.QueueSettings;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: sessions")
class SessionRulesTest {
  private static final String SESSIONS =
      "https://learn.microsoft.com/azure/service-bus-messaging/message-sessions";

  @RegisterExtension
  static final ServiceBusTarget BUS = ServiceBusTarget.with(QueueSettings.sessionQueue("orders"));

  @Rule(
      id = "sb-session-fifo",
      text = "The messages of a session come in the order in which they were sent.",
      doc = SESSIONS)
  void givesASessionsMessagesInTheOrderOfSending() {
    String session = BUS.fresh("s");
    BUS.user().sender("orders").sendMessages(messages(session, 20));

    ServiceBusReceiverClient receiver = BUS.user().accept("orders", session);

    assertThat(some(receiver, 20))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .isEqualTo(messages(session, 20).stream().map(m -> m.getMessageId()).toList());
  }
}
