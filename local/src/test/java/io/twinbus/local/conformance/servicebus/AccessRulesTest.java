package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.conformance.ServiceBusUser;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: access")
class AccessRulesTest {
  private static final String DOC =
      "https://learn.microsoft.com/azure/service-bus-messaging/service-bus-sas";

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withQueues(QueueSettings.plainQueue("jobs"))
              .withAccess(Access.withKey("c2VjcmV0IG9mIHRoZSB0ZXN0cw==")));

  @Rule(
      id = "sb-sas",
      text = "Who signs with the namespace's key may send, receive and ask.",
      doc = DOC)
  void letsInWhoHasTheKey() {
    BUS.user().sender("jobs").sendMessage(message("1"));

    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");
    assertThat(receiver.peekMessage().getMessageId()).isEqualTo("1");
    receiver.complete(one(receiver));
  }

  @Rule(
      id = "sb-sas-wrong-key",
      text = "A token signed with another key is refused: Unauthorized, not retriable.",
      doc = DOC)
  void refusesAnotherKey() {
    ServiceBusSenderClient stranger = sender("SharedAccessKey", "b3RoZXI=");

    ServiceBusException refused = refusal(() -> stranger.sendMessage(message("1")));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.UNAUTHORIZED);
    assertThat(refused.isTransient()).isFalse();
    assertThat(refused)
        .hasMessageContaining("InvalidSignature")
        .hasMessageContaining("TrackingId:");
  }

  @Rule(
      id = "sb-sas-wrong-name",
      text = "A token of a key that the namespace does not have is refused: Unauthorized.",
      doc = DOC)
  void refusesAnUnknownKeyName() {
    ServiceBusSenderClient stranger = sender("SharedAccessKeyName", "nobody");

    ServiceBusException refused = refusal(() -> stranger.sendMessage(message("1")));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.UNAUTHORIZED);
  }

  @Rule(
      id = "sb-sas-expired",
      text = "Links end with the token that opened them, unless it was renewed.",
      doc = DOC)
  void endsLinksWithTheirToken() {
    BUS.local();
    ServiceBusSenderClient sender = BUS.user().hasty(Duration.ofSeconds(6)).sender("jobs");
    sender.sendMessage(message("1"));

    // The client takes its tokens for the next twenty minutes or so, by its own clock.
    BUS.pass(Duration.ofHours(2));

    // What is on its way while the link ends may get another error or no answer; no send goes well.
    List<Throwable> refused = new ArrayList<>();
    Awaitility.await()
        .atMost(ServiceBusUser.SOON)
        .until(
            () -> {
              refused.add(catchThrowable(() -> sender.sendMessage(message("2"))));
              return isUnauthorized(refused.get(refused.size() - 1));
            });
    assertThat(refused).doesNotContainNull();
  }

  private static boolean isUnauthorized(Throwable seen) {
    return seen instanceof ServiceBusException refused
        && refused.getReason().equals(ServiceBusFailureReason.UNAUTHORIZED);
  }

  private static ServiceBusSenderClient sender(String property, String value) {
    String wrong = BUS.connectionString().replaceFirst(property + "=[^;]*", property + "=" + value);
    assertThat(wrong).isNotEqualTo(BUS.connectionString());
    return BUS.user()
        .keep(
            new ServiceBusClientBuilder()
                .connectionString(wrong)
                .retryOptions(
                    new AmqpRetryOptions().setTryTimeout(ServiceBusUser.SOON).setMaxRetries(0))
                .sender()
                .queueName("jobs")
                .buildClient());
  }
}
